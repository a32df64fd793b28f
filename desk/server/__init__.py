"""The language server: the service for editors that speak the language server protocol."""
