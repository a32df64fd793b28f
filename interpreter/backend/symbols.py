"""Numbers for the names of a program, so that no author's text reaches generated code."""

from __future__ import annotations

from ...dsl.ir import ir
from ...dsl.ir.names import OWNER
from ...dsl.ir.traverse import all_nodes


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
        roots: list[ir.Expression | ir.Statement]
        roots = [function.value for function in program.functions.values()]
        roots += [line for one in program.procedures.values() for line in one.body]
        for node in all_nodes(*roots):
            match node:
                case ir.Modify():
                    tags.setdefault(node.tag, len(tags))
                case ir.Pipeline():
                    for standing in node.standing:
                        tags.setdefault(standing.tag, len(tags))
                case ir.Announce():
                    verbs.setdefault(node.verb, len(verbs))
                case ir.Step():
                    paths.setdefault(node.path, len(paths))
                case ir.Fault():
                    codes.setdefault(node.code, len(codes))
                case _:
                    pass
        self.tag_numbers, self.tags = tags, tuple(tags)
        self.verb_numbers, self.verbs = verbs, tuple(verbs)
        self.path_numbers, self.paths = paths, tuple(paths)
        self.code_numbers, self.codes = codes, tuple(codes)
