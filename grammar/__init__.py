"""May I write this? The lark files and the one loader that reads them."""
