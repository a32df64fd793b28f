"""Which files are a format, and what is already known of them? Finding, loading, caching."""
