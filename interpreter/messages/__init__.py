"""How is it said? Events, values and questions in the words of a language."""
