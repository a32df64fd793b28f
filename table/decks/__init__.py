"""How is a deck written down, and may it be played?"""
