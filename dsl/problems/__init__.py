"""What is a problem, and how is it shown? The value, the catalog of codes, the report."""
