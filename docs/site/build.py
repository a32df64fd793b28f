"""Builds the site of the documentation: python docs/site/build.py [OUT]

The pages are laid into a folder as they lie in the repository, so that each link in them holds
there as it holds here; the generated ones beside them. Warnings are errors.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath

import click
from pieces import contents
from reference import codes, commands, contract, python
from rulebooks import rulebooks
from sphinx.cmd.build import main as sphinx

from playsheet.dsl.loading.library import shipped_formats

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROJECT = ("CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md")
APART = ("tutorial", "language", "contract")  # pages that are no guides
LINK = re.compile(r"\]\(([^)\s#]+)[^)\s]*\)")
ANCHOR = re.compile(r'^<a id="([^"]+)"></a>$', re.MULTILINE)
TO_ANCHOR = re.compile(r"\]\(([^)\s#]*)#([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
IN_LIGHT = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+)-light\.(png|webp)\)$", re.MULTILINE)
STEP = re.compile(r"^```(append|edit) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COLOURED = {".py": "python", ".yaml": "yaml"}  # other endings are called like their lexers


def lay_out(folder: Path, formats: list[str]) -> None:
    """Lays all pages of the site into a folder."""
    for path in written_pages():
        put(folder / path.relative_to(ROOT), with_targets(path))
        for linked in linked_files(path):
            target = folder / linked.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(linked, target)
    guides = [
        f"docs/{path.stem}"
        for path in sorted((ROOT / "docs").glob("*.md"))
        if path.stem not in APART
    ]
    how_to = [f"docs/guides/{path.stem}" for path in sorted((ROOT / "docs/guides").glob("*.md"))]
    front = (HERE / "index.md").read_text(encoding="utf-8")
    for word, pages in (("HOW-TO", how_to), ("GUIDES", guides)):
        front = front.replace(word, "\n".join(pages))
    put(folder / "index.md", front)
    language = folder / "docs" / "language.md"
    text = language.read_text(encoding="utf-8")
    chapters = [
        found.removesuffix(".md") for found in LINK.findall(text) if found[:9] == "language/"
    ]
    put(language, f"{text}\n{contents(dict.fromkeys(chapters))}")
    made = {"codes": codes, "commands": commands, "python": python, "contract": contract}
    for name, make in made.items():
        put(folder / "reference" / f"{name}.md", make())
    for name, text in rulebooks(formats).items():
        put(folder / f"{name}.md", text)


def with_targets(path: Path) -> str:
    """A page with its named places, and the links to them, as Sphinx has them."""

    def target(found: re.Match[str]) -> str:
        return f"({path.stem}--{found[1]})=\n"

    def link(found: re.Match[str]) -> str:
        there = (path.parent / found[1]).resolve() if found[1] else path
        known = there.suffix == ".md" and there.is_file()
        own = ANCHOR.findall(there.read_text(encoding="utf-8")) if known else ()
        return f"](#{there.stem}--{found[2]})" if found[2] in own else found[0]

    text = STEP.sub(shown_step, path.read_text(encoding="utf-8"))
    text = IN_LIGHT.sub(in_both, text)
    return ANCHOR.sub(target, TO_ANCHOR.sub(link, text))


def shown_step(found: re.Match[str]) -> str:
    """What a guide puts behind a file or changes in it, below the name of the file."""
    kind, file, text = found.groups()
    lexer = COLOURED.get(Path(file).suffix, Path(file).suffix[1:])
    if kind == "edit":
        lexer, (old, new) = "diff", map(str.strip, text.splitlines())
        text = f"- {old}\n+ {new}\n"
    return f"```{{code-block}} {lexer}\n:caption: {normpath(f'mygame/{file}')}\n\n{text}```"


def in_both(found: re.Match[str]) -> str:
    """A picture in light and its twin in dark, of which the theme shows one."""
    said, name, ending = found.groups()
    return "\n\n".join(
        f"```{{image}} {name}-{scheme}.{ending}\n:alt: {said}\n:class: only-{scheme}\n```"
        for scheme in ("light", "dark")
    )


def put(path: Path, text: str) -> None:
    """Writes a file, and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def written_pages() -> list[Path]:
    """The pages that people have written."""
    below = (ROOT / "docs").rglob("*.md")
    return [
        *(path for path in sorted(below) if HERE not in path.parents),
        *(ROOT / n for n in PROJECT),
    ]


def linked_files(path: Path) -> Iterator[Path]:
    """The files that a page links to or shows, but other pages of the site."""
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    twins = [f"{name}-dark.{ending}" for _, name, ending in IN_LIGHT.findall(text)]
    for link in [*LINK.findall(text), *twins]:
        target = (path.parent / link).resolve()
        if "://" not in link and target.is_file() and target not in written_pages():
            yield target


@click.command()
@click.argument("out", default=str(ROOT / "build" / "site"), type=click.Path(path_type=Path))
@click.option(
    "--format",
    "formats",
    type=click.Choice(shipped_formats()),
    multiple=True,
    help="Only this one, of those that ship.",
)
def build(out: Path, formats: tuple[str, ...]) -> None:
    """Build the site; a warning ends it with an exit code that is not 0."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "pages"
        lay_out(source, [*formats] or shipped_formats())
        words = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(HERE)]
        code = sphinx([*words, "-d", str(Path(folder) / "trees"), str(source), str(out)])
    if code == 0:
        click.echo(f"The site is there: {out / 'index.html'}")
    sys.exit(code)


if __name__ == "__main__":
    build()
