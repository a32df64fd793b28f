"""What may each reader of a game know, and how is it told him?"""
