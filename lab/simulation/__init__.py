"""What happens in many games? Bots, statistics, speed."""
