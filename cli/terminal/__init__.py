"""What does a player at a terminal see and type?"""
