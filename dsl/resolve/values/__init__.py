"""What is an expression worth where it stands? Names, members, comparisons, phrases, records."""
