"""What can be run? One file a command."""
