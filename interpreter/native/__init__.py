"""Games in C, where there is a compiler: the same program, the same states."""
