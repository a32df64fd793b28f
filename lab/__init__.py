"""What is measured? Bots, simulation, statistics, benchmarks."""
