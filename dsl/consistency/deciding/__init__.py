"""Can a condition hold, and with what?"""
