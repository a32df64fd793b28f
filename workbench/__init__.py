"""What does an author need to write a format in the browser?"""
