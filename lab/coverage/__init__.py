"""What has been touched? Clauses, rule lines, phrases, words of printed texts."""
