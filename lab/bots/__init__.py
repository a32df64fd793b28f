"""Who plays, where nobody does? Programs that choose."""
