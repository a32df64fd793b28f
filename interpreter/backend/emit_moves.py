"""Moves of cards as Python source: between the lists of zones, onto objects and off them."""

from __future__ import annotations

from ...dsl.ir import ir
from ...dsl.ir.names import BEARER, ENTRY, FACE, PLACE, TURNED
from ..knowledge.record import POSITIONS
from .emit_sets import Expressions
from .layout import RECORDER, SEQUENCE


class CardMoves(Expressions):
    """Writes what a move of a card changes; with `record`, an entry in the log too."""

    def record(self, event: str, *arguments: str, place: int = -1) -> None:
        """An entry in the log of the recorder, in the variant that records."""
        if self.variant.record:
            where = self.place if place < 0 else place
            listed = "".join(f"{argument}, " for argument in arguments)
            self.put(f'S[{RECORDER}].log.append(("{event}", {listed}{where}))')

    def touch_watches(self, bits: int) -> None:
        """Notes that what some watches read may have changed; -1: what any reads."""
        if bits:
            self.put("changed = -1" if bits == -1 else f"changed |= {bits}")

    def write_cell(self, index: int, card: str, value: str) -> None:
        """Another value for a card, in a copy of the list if copies of the state share it."""
        if index in self.layout.own:
            self.put(f"S[{index}][{card}] = {value}")
            return
        cells = self.out.fresh()
        self.put(f"{cells} = S[{index}].copy()")
        self.put(f"{cells}[{card}] = {value}; S[{index}] = {cells}")

    def move_one(self, statement: ir.Move, card: str, cell: str) -> None:
        columns, spec = self.layout.columns, self.layout.zone_slot(statement.zone).spec
        place = columns[PLACE]
        source, target, tie = self.out.fresh(), self.out.fresh(), self._tie(card)
        self.put(f"{source} = S[{place}][{card}]; {target} = S[{source}]")
        self._leave(card, source, cell)
        if any(self.plan.left):
            self.put(f"changed |= W[{source}]")
        self.put(f"if {target}[-1] == {card}: {target}.pop()")
        self.put(f"else: {target}.remove({card})")
        self.put(f"{target} = S[{cell}]")
        if ENTRY in columns:
            self._enter_object(statement, card, source, target, cell)
        bottom = statement.to == "bottom"
        self.put(f"{target}.insert(0, {card})" if bottom else f"{target}.append({card})")
        self.put(f"S[{place}][{card}] = {cell}")
        face, turned = -1, 0
        if FACE in columns:
            face = spec.face if statement.face < 0 else statement.face
            self.write_column(FACE, card, face)
        if TURNED in columns:
            turned = max(statement.turned, 0)
            self.write_column(TURNED, card, turned)
        if tie:
            self.write_column(BEARER, card, 0)
        position = POSITIONS.index(statement.to)
        self.record("moved", card, source, cell, f"{position}, {face}, {turned}")
        self._loosen(card, tie)

    def _leave(self, card: str, source: str, cell: str) -> None:
        """What hangs on a card that is no object stays behind where it goes to another zone."""
        properties = self.plan.program.properties
        if any(properties[name].of in ("card", "part") for name in self.plan.modified):
            with self.out.under(f"if S[{self.layout.modifiers}] and {source} != {cell}:"):
                behind, one = f"left_behind(S, M, {card})", self.out.fresh()
                is_watched = any(self.plan.ended)
                self.put(f"for {one} in {behind}: changed |= E[{one}[0]]" if is_watched else behind)

    def write_column(self, column: str, card: str, value: int) -> None:
        index, touching = self.layout.columns[column], self.plan.touched_by_field(column)
        if index in self.layout.own and not touching:
            self.write_cell(index, card, str(value))
            return
        test = f"S[{index}][{card}]" if value == 0 else f"S[{index}][{card}] != {value}"
        with self.out.under(f"if {test}:"):
            self.write_cell(index, card, str(value))
            self.touch_watches(touching)

    def _enter_object(
        self, statement: ir.Move, card: str, source: str, target: str, cell: str
    ) -> None:
        """The entry number: of the object that lies there, a new one, or none."""
        spec = self.layout.zone_slot(statement.zone).spec
        index = self.layout.columns[ENTRY]
        if not spec.keeps_object:
            self.write_column(ENTRY, card, 0)
            return
        to_bottom = statement.to == "bottom" and spec.kind == "stack"
        joins = statement.to == "onto" or to_bottom
        if joins:
            with self.out.under(f"if {target}:"):
                self.write_cell(index, card, f"S[{index}][{target}[-1]]")
        word = "elif" if joins else "if"
        anew = "True" if spec.kind == "group" else f"{source} != {cell}"  # each its own
        with self.out.under(f"{word} {anew}:"):
            self.put(f"S[{SEQUENCE}] += 1")
            self.write_cell(index, card, f"S[{SEQUENCE}]")

    def lay_beside(self, statement: ir.Move, card: str, at: str) -> None:
        """A card goes to the object of another card, wherever that lies."""
        columns, under = self.layout.columns, int(statement.to == "bottom")
        place, entry = columns[PLACE], columns[ENTRY]
        source, cell, tie = self.out.fresh(), self.out.fresh(), self._tie(card)
        self.put(f"{source} = S[{place}][{card}]; {cell} = S[{place}][{at}]")
        self._leave(card, source, cell)
        self.put(f"S[{source}].remove({card})")
        spot = f"spot_beside(S[{entry}], S[{cell}], {at}, {under})"
        self.put(f"S[{cell}].insert({spot}, {card})")
        self.write_cell(place, card, cell)
        self.write_cell(entry, card, f"S[{entry}][{at}]")
        lies: dict[str, str] = {FACE: "-1", TURNED: "0"}
        for column, said in ((FACE, statement.face), (TURNED, statement.turned)):
            if column in columns:
                index = columns[column]
                lies[column] = f"S[{index}][{at}]" if said < 0 else str(said)
                self.write_cell(index, card, lies[column])
        if BEARER in columns:
            self.write_cell(columns[BEARER], card, f"S[{columns[BEARER]}][{at}]")
        position = str(POSITIONS.index(statement.to))
        self.record("moved", card, source, cell, position, lies[FACE], lies[TURNED])
        self._loosen(card, tie)

    def _tie(self, card: str) -> str:
        """Notes what cards are attached to the object of a card by, before it moves."""
        if BEARER not in self.layout.columns:
            return ""
        tie = self.out.fresh()
        self.put(f"{tie} = tie_of(S, M, {card})")
        return tie

    def _loosen(self, card: str, tie: str) -> None:
        """Behind its move what was attached follows, stays, or is attached to nothing."""
        if tie:
            loose = self.out.fresh()
            with self.out.under(f"for {loose} in loosened(S, M, {card}, {tie}):"):
                self.put("pass")
                self.record("attached", loose, "-1")

    def swap_two(self, one: str, other: str) -> None:
        """Two cards lie as each other did."""
        lies = {PLACE: ("", ""), FACE: ("-1", "-1"), TURNED: ("0", "0")}
        ties = [(card, self._tie(card)) for card in (one, other)]
        places = f"S[{self.layout.columns[PLACE]}]"
        for card in (one, other):
            self._leave(card, f"{places}[{one}]", f"{places}[{other}]")
        for column, index in self.layout.columns.items():
            mine, its = lies[column] = self.out.fresh(), self.out.fresh()
            self.put(f"{mine} = S[{index}][{one}]; {its} = S[{index}][{other}]")
            self.write_cell(index, one, its)
            self.write_cell(index, other, mine)
        (source, cell), face, turned = (lies[c] for c in (PLACE, FACE, TURNED))
        spot, its = self.out.fresh(), self.out.fresh()
        self.put(f"{spot} = S[{source}].index({one}); {its} = S[{cell}].index({other})")
        self.put(f"S[{source}][{spot}] = {other}; S[{cell}][{its}] = {one}")
        self.record("swapped", one, other, source, cell, face[1], turned[1])
        self.record("swapped", other, one, cell, source, face[0], turned[0])
        for card, tie in ties:  # what is attached to an object stays there
            self._loosen(card, tie and f"{tie} and ({tie}[0], {tie}[0] < 0)")
