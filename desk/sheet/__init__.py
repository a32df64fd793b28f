"""Cards as the rows of a sheet: what do they say, and what do edited rows change in the files?"""
