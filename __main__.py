"""Runs the command line: `python -m` and the package's name."""

from .cli.group import main

main(prog_name=__package__)
