"""Libraries: words of cards that formats share, and how a format takes them."""

from __future__ import annotations

from .base import Node, Word, node
from .declarations import Declaration, PhraseDeclaration


@node("library {title:STRING} language {languages|, }\n")
class LibraryDeclaration(Declaration):
    """The head of a library; patterns that name no language are in the first."""

    title: Word
    languages: tuple[Word, ...]


@node("role {name} {what=zone/step/note} {title:STRING}\n")
class RoleDeclaration(Declaration):
    """Something that formats have by names of their own; `title` says what it is."""

    name: Word
    what: Word
    title: Word


@node("for every {what} as {name} [of {of}]\n{phrases:phrase_declaration}")
class ForEveryDeclaration(Declaration):
    """Phrases that there are once for each thing of a sort: `name` stands for the thing, `of` for
    the values that it has.
    """

    what: Word
    name: Word
    of: Word | None
    phrases: tuple[PhraseDeclaration, ...]


@node("{role} {name}")
class RoleBinding(Node):
    role: Word
    name: Word


@node("use {library} {languages|, }[: {parts|, }] [with {roles|, }]\n")
class UseDeclaration(Declaration):
    """What a format takes of a library: without parts all of it."""

    library: Word
    languages: tuple[Word, ...]
    parts: tuple[Word, ...]
    roles: tuple[RoleBinding, ...]
