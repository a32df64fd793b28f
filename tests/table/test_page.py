"""The page that ships: built from the sources that are here, small, and closed to other hosts."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "table" / "page" / "table.html"
LARGEST = 300_000  # bytes, compressed
FILES = (
    "index.html",
    "workbench.html",
    "package.json",
    "package-lock.json",
    "sources.js",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.js",
)


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def hash_of_sources() -> str:
    """What `web/sources.js` writes into the page."""
    sources = [path.relative_to(WEB).as_posix() for path in (WEB / "src").rglob("*")]
    found = hashlib.sha256()
    for path in sorted([*FILES, *(path for path in sources if (WEB / path).is_file())]):
        found.update(path.encode() + b"\0" + (WEB / path).read_bytes() + b"\0")
    return found.hexdigest()


def test_the_page_is_built_from_its_sources() -> None:
    """Red after any change below `web/src` without `npm run build`."""
    written = re.search(r'<meta name="sources" content="([0-9a-f]{64})">', page())
    assert written is not None
    assert written[1] == hash_of_sources()


def test_it_is_small() -> None:
    """Red with a library of a few hundred kilobytes in the page."""
    assert len(gzip.compress(page().encode())) < LARGEST


def test_nothing_but_its_own_script_runs() -> None:
    """Red without the plugin in `vite.config.js` that writes the policy."""
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page())
    assert policy is not None
    parts = dict(part.split(" ", 1) for part in policy[1].split("; "))
    assert parts["default-src"] == "'none'"
    assert parts["connect-src"] == "'self'"
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/=]{44}'", parts["script-src"])
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/=]{44}'", parts["style-src"])


def test_it_names_no_other_host() -> None:
    """Red with a font, a script or a picture from elsewhere."""
    elsewhere = {*re.findall(r"https?://[\w.-]+", page())}
    assert elsewhere <= {"http://www.w3.org", "https://svelte.dev"}  # in errors


def test_the_lock_file_has_no_download_address() -> None:
    """Red with npm's own setting, which writes one for each package."""
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [name for name, one in packages.items() if "resolved" in one] == []
    assert len(packages) > 50
