"""Plain functions of an index and a place; no transport, no editor. Places count code points."""
