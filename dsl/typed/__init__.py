"""What does a format mean, before it is code? The typed tree between `resolve` and `lower`."""
