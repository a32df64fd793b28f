"""How is a game shown and played at a table in the browser, whatever the format?"""
