"""What does a text mean, and is it sound? Nodes, names, checks, problems, the printer, the
meaning (IR).
"""
