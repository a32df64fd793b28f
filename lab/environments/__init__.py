"""How does a learner play? Games as environments of other libraries (extra `rl`)."""
