"""What is said between a table and whoever sits or looks at it?"""
