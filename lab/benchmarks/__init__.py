"""How fast is it? Play, copies, saves, loading, edits, memory, and how they grow."""
