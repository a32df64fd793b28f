"""Puts the tables of the grammars into the package when it is built: no first run has to make them.
All else that setuptools needs is in pyproject.toml.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildTables(build_py):
    """Builds the modules, and then with them the tables."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """The modules of a folder; that of the package itself has this file as well."""
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if Path(module[2]).resolve() != Path(__file__)]

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            sys.dont_write_bytecode = True
            sys.path.insert(0, self.build_lib)
            write_tables(Path(self.build_lib) / "playsheet" / "grammar")


def write_tables(folder: Path) -> None:
    """Writes the tables of each grammar of the modules that were built, by its key."""
    from playsheet.dsl.syntax.grammar import grammar_key, grammar_text
    from playsheet.grammar.compiler import new_tables
    from playsheet.grammar.loader import GRAMMARS, TABLES

    (folder / TABLES).mkdir(exist_ok=True)
    for kind in GRAMMARS:
        raw = pickle.dumps(new_tables(grammar_text(kind)), 5)
        (folder / TABLES / grammar_key(kind)).write_bytes(raw)


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildTables})
