"""May I write this? The lark files, and the tables that readers know them by."""
