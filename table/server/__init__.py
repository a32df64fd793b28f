"""How do people and bots sit down at a table?"""
