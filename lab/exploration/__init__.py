"""What could go wrong in play? Games and positions searched for what must not be."""
