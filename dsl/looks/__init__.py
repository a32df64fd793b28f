"""How does a format want to be drawn, and is everything that it names there?"""
