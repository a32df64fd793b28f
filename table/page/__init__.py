"""Where is the page that is shown in the browser?"""
