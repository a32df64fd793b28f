"""Numbers for the names of a program, so that no author's text reaches generated code."""

from __future__ import annotations

from ...dsl.ir import ir
from ...dsl.ir.names import OWNER
from ...dsl.ir.traverse import all_nodes
from ...dsl.ruleset.remembered import Remembered


class Symbols:
    """Tables from number to name; the order is that of the program's text, equal in all
    variants.
    """

    def __init__(self, program: ir.Program) -> None:
        self.fields = tuple(program.fields.items())
        self.field_numbers = {name: i for i, name in enumerate(program.fields)}
        self.properties = tuple(program.properties)
        self.tables = {name: i for i, name in enumerate(program.tables)}
        self.tables.setdefault(OWNER, len(self.tables))
        self.procedures = {name: i for i, name in enumerate(program.procedures)}
        self.functions = {name: i for i, name in enumerate(program.functions)}
        self.lists = {name: i for i, name in enumerate(program.lists)}
        self.dispatch = {name: i for i, name in enumerate(program.dispatch)}
        tags: dict[str, int] = {"": 0}
        verbs: dict[str, int] = {}
        paths: dict[str, int] = {}
        codes: dict[str, int] = {}
        for spec in program.properties.values():
            for layer in spec.layers:
                for operation, _ in layer:
                    tags.setdefault(operation, len(tags))
        found = {TAG: tags, VERB: verbs, PATH: paths, CODE: codes}
        SAID.renew()
        roots: list[ir.Expression | ir.Statement]
        roots = [function.value for function in program.functions.values()]
        roots += [line for one in program.procedures.values() for line in one.body]
        for root in roots:
            for kind, name in SAID.of(root, said_in):
                found[kind].setdefault(name, len(found[kind]))
        self.tag_numbers, self.tags = tags, tuple(tags)
        self.verb_numbers, self.verbs = verbs, tuple(verbs)
        self.path_numbers, self.paths = paths, tuple(paths)
        self.code_numbers, self.codes = codes, tuple(codes)


TAG, VERB, PATH, CODE = range(4)
Said = tuple[tuple[int, str], ...]  # names, each of one of these kinds
SAID = Remembered[Said]()  # by the statements and values of programs, which edits leave alone


def said_in(root: ir.Expression | ir.Statement) -> Said:
    """The names in a part of a program that have numbers, in its order."""
    return tuple(dict.fromkeys(name for node in all_nodes(root) for name in names_of(node)))


def names_of(node: ir.Expression | ir.Statement) -> Said:
    match node:
        case ir.Modify():
            return ((TAG, node.tag),)
        case ir.Pipeline():
            return tuple((TAG, standing.tag) for standing in node.standing)
        case ir.Announce():
            return ((VERB, node.verb),)
        case ir.Step():
            return ((PATH, node.path),)
        case ir.Fault():
            return ((CODE, node.code),)
        case _:
            return ()
