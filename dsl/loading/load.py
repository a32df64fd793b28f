"""The whole chain: from the files of a format to a checked program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import partial

from ..cards.cardfile import CardReader, follow_cards
from ..cards.definition import CardDefinition
from ..cards.memo import Memo
from ..cards.part_checks import part_problems
from ..cards.printed_lines import printed_fields, unprinted
from ..cards.records import fields_of, records_of
from ..cards.table import cards_in, row_problems
from ..ir import ir
from ..ir.bounds import measured
from ..ir.trials import trial_problems
from ..lower.lower import lower_format
from ..nodes import files
from ..nodes.attributes import Attribute, LanguageAttribute, SeatRangeAttribute, SeatsAttribute
from ..nodes.base import Node, Word
from ..nodes.dataclass import dataclass
from ..nodes.declarations import (
    AuditedDeclaration,
    CardDeclaration,
    CategoryDeclaration,
    Declaration,
    EffectBody,
    FormatDeclaration,
    KeywordDeclaration,
    LabelDeclaration,
    PhraseDeclaration,
    ValuesDeclaration,
    ZoneDeclaration,
)
from ..nodes.edits import ExtendSaysEdit
from ..nodes.libraries import ForEveryDeclaration, UseDeclaration
from ..nodes.statements import Block
from ..nodes.titles import TitlesDeclaration
from ..problems.problem import Problem, has_errors, sort_problems, unknown
from ..resolve.resolve import follow, resolve_format
from ..resolve.soundness import never_run, soundness, words_said_once
from ..ruleset.duplicates import double_problems
from ..ruleset.extend import extend
from ..ruleset.libraries import (
    Library,
    Taken,
    asked_for,
    asked_texts,
    give_way,
    misplaced,
    take,
    with_library_mends,
)
from ..ruleset.remembered import Recent, Remembered
from ..ruleset.ruleset import Origin, Ruleset, collect, languages_of, phases_of
from ..ruleset.templates import Things, once_each
from ..typed.format import Format
from ..vocabulary.titles import title_problems, titled_values
from ..vocabulary.vocabulary import Vocabulary, build_vocabulary
from .cache import Cache, key_of
from .library import RECORDS, FormatFiles, shipped_formats, shipped_libraries
from .memory import MEMORY, Recalled
from .parsed import parse_all, parsed
from .pickles import digest_of, digest_without_places

MISSING = ("no-turn",)  # said only where nothing was misread
SEATS = (SeatsAttribute, SeatRangeAttribute)
NO_BODY = EffectBody(None, Block(()))
SPOKEN = (  # what the vocabulary is made of
    CardDeclaration,
    ValuesDeclaration,
    LabelDeclaration,
    AuditedDeclaration,
    CategoryDeclaration,
    PhraseDeclaration,
    KeywordDeclaration,
    TitlesDeclaration,
)
VOCABULARY = "vocabulary"
VOCABULARIES: Recent[tuple[Memo, list[Problem]]] = Recent()
SAID: Remembered[tuple[Declaration, str]] = Remembered()
LATEST: Recent[Ruleset] = Recent()  # by the name of their format
RULES: Recent[tuple[Ruleset | None, list[Problem]]] = Recent()


@dataclass(slots=True)
class Loaded:
    """A format as far as it could be understood, and every problem found on the way. `left`: by
    code why a printed card is left out.
    """

    files: FormatFiles
    problems: list[Problem]
    ruleset: Ruleset | None = None
    vocabulary: Vocabulary | None = None
    cards: list[CardDefinition] = field(default_factory=list[CardDefinition])
    program: ir.Program | None = None
    is_deep: bool = False  # a rule may nest too deep for Python to compile it
    left: dict[str, Problem] = field(default_factory=dict[str, Problem])
    format: Format | None = None
    memo: Memo | None = None

    @property
    def usable(self) -> bool:
        return self.program is not None and not has_errors(self.problems)

    def kept(self) -> tuple[object, ...]:
        """What is kept between runs, in the order of the fields behind the files."""
        known = (self.problems, self.ruleset, self.vocabulary, self.cards, self.program)
        return *known, self.is_deep, self.left


def load(sources: FormatFiles) -> Loaded:
    """parse -> extend -> collect -> vocabulary -> cards -> resolve -> soundness -> lower."""
    return understood(sources, True)


def understand(sources: FormatFiles) -> Loaded:
    """The same without a program: what rules and cards mean is known sooner."""
    return understood(sources, False)


def understood(sources: FormatFiles, lowered: bool) -> Loaded:
    every = sources.every_rules()
    key = key_of(" ".join((sources.name, *shipped_formats())), every)
    recalled = MEMORY.recall(sources.name)
    if recalled is not None:
        LATEST.put(sources.name, recalled.ruleset)
        if recalled.key == key:
            RULES.put(key, (recalled.ruleset, recalled.problems))
    ruleset, found = RULES.get(key, lambda: rules_of(sources))
    loaded = Loaded(sources, [*found], ruleset)
    if ruleset is None:
        return finish(loaded)
    ruleset.known[Recalled] = found, key
    older = LATEST.get(sources.name, lambda: ruleset)
    follow(ruleset, older)
    follow_cards(ruleset, older)
    cards, printed, loaded.left, found = cards_of(sources, ruleset, older)
    loaded.problems += [*loaded.left.values(), *found]
    names = {str(card.name) for card in (*cards, *printed)}
    loaded.memo, found = vocabulary_of(ruleset, names)
    loaded.vocabulary = loaded.memo.vocabulary
    loaded.problems += with_library_mends(ruleset, found)
    if has_errors(loaded.problems):  # what comes later would only repeat it
        return finish(loaded)
    return give_meaning(loaded, ruleset, loaded.memo, cards, printed, lowered)


def rules_of(sources: FormatFiles) -> tuple[Ruleset | None, list[Problem]]:
    """What a format declares, with what it inherits, and what is wrong with that by itself."""
    nodes, problems, origin = declarations_of(sources)
    ruleset, found = collect(
        titled_values(nodes), sources.rules[0].name if sources.rules else sources.name
    )
    if has_errors(problems):  # what could not be read is not missing
        found = [problem for problem in found if problem.code not in MISSING]
    problems += found
    if ruleset is not None:
        ruleset.origin = origin
        homes = origin.homes if origin is not None else {}
        problems += [*part_problems(ruleset), *title_problems(ruleset, homes)]
    return ruleset, problems


def vocabulary_of(ruleset: Ruleset, names: set[str]) -> tuple[Memo, list[Problem]]:
    """What cards of these names may say, with what is known of their texts, and what is wrong with
    the patterns. It does not depend on what a phrase does.
    """
    SAID.renew()
    every = [
        SAID.of(node, said_by) for node in ruleset.all(Declaration) if isinstance(node, SPOKEN)
    ]
    said, digests = [node for node, _ in every], [digest for _, digest in every]
    rest = sorted(names), ruleset.languages, symbols_of(ruleset)
    absent = ruleset.origin.absent if ruleset.origin is not None else ()
    key = f"vocabulary {digest_of((digests, *rest, absent))}"

    def work() -> tuple[Memo, list[Problem]]:
        cache = Cache(key_of(key, ()))
        found = cache.read(VOCABULARY)
        if found is None:
            found = build_vocabulary(said, names, *rest[1:], absent)
            cache.write(VOCABULARY, found)
        return Memo(found[0], cache, digest_without_places((said, *rest, absent))), found[1]

    return VOCABULARIES.get(key, work)


def said_by(node: Declaration) -> tuple[Declaration, str]:
    """What the vocabulary takes of a declaration, and a digest of it."""
    if isinstance(node, PhraseDeclaration):
        node = replace(node, body=NO_BODY)
    elif isinstance(node, KeywordDeclaration):
        node = replace(node, body=None)
    return node, digest_of(node)


def cards_of(
    sources: FormatFiles, ruleset: Ruleset, older: Ruleset
) -> tuple[list[files.Card], list[files.Card], dict[str, Problem], list[Problem]]:
    """The cards of all files: as they are written, and those of records; by code why one of these
    is left out, and whatever else is wrong. What `older` rules made of a card stays as it is if
    they call fields alike.
    """
    every = sources.every_cards()
    records = [source for source in every if source.path.suffix == RECORDS]
    nodes, problems = parse_all("cards", [one for one in every if one not in records])
    titled = printed_fields(ruleset)
    problems += row_problems(nodes)
    before, said = older.known.get(unprinted, (titled, Remembered[files.Card]()))
    if before != titled:
        said = Remembered[files.Card]()
    ruleset.known[unprinted] = titled, said
    said.renew()
    as_rules_say = partial(unprinted, printed=titled)
    cards = [said.of(card, as_rules_say) for card in cards_in(nodes)]
    if not records:
        return cards, [], {}, problems
    known = {str(card.code) for card in cards}
    printed, left, found = records_of(sources, records, fields_of(ruleset), known)
    return cards, printed, left, [*problems, *found]


def declarations_of(sources: FormatFiles) -> tuple[list[Node], list[Problem], Origin | None]:
    """What a format declares: its own, on top of what it inherits and edits."""
    own, problems = parse_all("rules", sources.rules)
    problems += misplaced(own)
    inherited, homes, older = list[Node](), dict[str, str](), None
    if sources.parent is None:
        problems += missing_parent(own)
    else:
        inherited, found, older = declarations_of(sources.parent)
        problems = [*found, *problems]
        homes = homes_of(inherited) if older is None else older.homes
    homes |= homes_of(own)
    taken = taken_by(sources, inherited, own, homes)
    if sources.parent is None and not taken.homes:
        return taken.own, [*problems, *taken.problems], None
    old = older or Origin((), ())
    files, absent = old.libraries.union(taken.homes), (*old.absent, *taken.left_out)
    homes |= taken.homes
    spoken = old.spoken.union(taken.spoken)
    origin = Origin((*inherited, *taken.nodes), tuple(taken.own), homes, files, spoken, absent)
    nodes, found = extended(origin)
    return nodes, [*problems, *taken.problems, *found], origin


def taken_by(
    sources: FormatFiles, inherited: list[Node], own: list[Node], homes: Mapping[str, str]
) -> Taken:
    """What a format takes of libraries, and what it declares itself: once for each thing, where
    it says `for every`.
    """
    uses = [node for node in own if isinstance(node, UseDeclaration)]
    taken = Taken([node for node in own if not isinstance(node, UseDeclaration)])
    if not uses and not any(isinstance(node, ForEveryDeclaration) for node in own):
        return taken
    known = extend(inherited, [n for n in taken.own if not isinstance(n, ExtendSaysEdit)])[0]
    things = Things(known, lambda node: homes.get(node.span.file, "en"))
    for use in uses:
        files = sources.library(str(use.library))
        if not files:
            names = shipped_libraries()
            taken.problems.unknown("unknown-library", "library", use.library, names)
            continue
        parts = {one.path.stem: parsed("rules", one) for one in files}
        taken.problems += [problem for _, found in parts.values() for problem in found]
        take(taken, use, Library(str(use.library), {k: v[0] for k, v in parts.items()}), things)
    give_way(taken)
    taken.own = [one for node in taken.own for one in once_each(node, things)]
    return taken


def extended(origin: Origin) -> tuple[list[Node], list[Problem]]:
    """The declarations of a parent with the child's on top."""
    nodes, found = extend(origin.inherited, origin.own)
    if origin.libraries:
        nodes = asked_texts(asked_for(nodes, origin.libraries), origin.libraries)
    parents = (n for n in origin.inherited if isinstance(n, FormatDeclaration))
    old = next(parents, None)
    if old is not None:
        nodes = [inheriting(n, old) if isinstance(n, FormatDeclaration) else n for n in nodes]
    return nodes, found


def without_edit(ruleset: Ruleset, edit: Node) -> Ruleset | None:
    """The rules as they would be had one edit of the parent not been made; None if they would
    make no sense.
    """
    assert ruleset.origin is not None
    own = tuple(node for node in ruleset.origin.own if node is not edit)
    nodes, problems = extended(replace(ruleset.origin, own=own))
    found, more = collect(titled_values(nodes), ruleset.format.span.file)
    return None if has_errors([*problems, *more]) else found


def inheriting(child: FormatDeclaration, parent: FormatDeclaration) -> FormatDeclaration:
    """What the child's first line does not say is as the parent's says it."""
    said = {type(attribute) for attribute in child.attributes}
    said |= {*SEATS} if said & {*SEATS} else set()
    more = tuple(a for a in parent.attributes if type(a) not in said)
    own = tuple(speaking(a, languages_of(parent)) for a in child.attributes)
    return replace(child, attributes=(*own, *more))


def speaking(attribute: Attribute, inherited: tuple[str, ...]) -> Attribute:
    """The languages of a child, and behind them those of its parent: it has its cards."""
    if not isinstance(attribute, LanguageAttribute):
        return attribute
    own = attribute.words.words
    more = tuple(Word(name) for name in inherited if name not in own)
    return replace(attribute, words=replace(attribute.words, words=(*own, *more)))


def missing_parent(nodes: list[Node]) -> list[Problem]:
    """A format that extends one which is neither shipped nor a folder beside its own."""
    return [
        unknown("unknown-parent", "format", node.parent, node.parent.span, shipped_formats())
        for node in nodes
        if isinstance(node, FormatDeclaration) and node.parent is not None
    ]


def homes_of(nodes: list[Node]) -> dict[str, str]:
    """The first language of a format for each of the files that its declarations stand in."""
    line = next((node for node in nodes if isinstance(node, FormatDeclaration)), None)
    return dict.fromkeys((node.span.file for node in nodes), languages_of(line)[0])


def symbols_of(ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """What slots of type phase and zone can be filled with: the printed text of each, and
    its id.
    """
    zones: dict[str, str] = {}
    for zone in ruleset.all(ZoneDeclaration):
        titles = zone.titles.names if zone.titles is not None else ()
        zones |= {text.lower(): str(zone.name) for text in (str(zone.name), *titles)}
    phases: dict[str, str] = {}
    for path, phase in phases_of(ruleset).values():
        titles = phase.titles.names if phase.titles is not None else ()
        phases |= {title.lower(): path.rpartition(".")[2] for title in titles}
    return {"zone": zones, "phase": phases}


def give_meaning(
    loaded: Loaded,
    ruleset: Ruleset,
    memo: Memo,
    cards: list[files.Card],
    printed: list[files.Card],
    lowered: bool,
) -> Loaded:
    """What the rules and cards mean; as far as they can, a program."""
    reader = CardReader(ruleset, memo)
    records = {str(card.code): read_record(reader, card) for card in printed}
    loaded.left |= {code: why for code, why in records.items() if isinstance(why, Problem)}
    taken = {code: card for code, card in records.items() if not isinstance(card, Problem)}
    read = reader.read_all(card for card in cards if str(card.code) not in taken)
    loaded.cards = [*read, *taken.values()]
    loaded.problems += reader.problems
    memo.keep()
    try:
        loaded.format = resolve_format(ruleset, loaded.cards)
        if spared(loaded, loaded.format, {str(card.code) for card in printed}):
            loaded.format = resolve_format(ruleset, loaded.cards)
        LATEST.found[loaded.files.name] = ruleset
        loaded.problems += loaded.format.problems
        loaded.problems += words_said_once(loaded.cards, (*cards, *printed))
        if not has_errors(loaded.problems):
            loaded.problems += soundness(loaded.format)
            loaded.problems += double_problems(ruleset)
        if lowered and not has_errors(loaded.problems):
            program = lower_format(loaded.format)
            most = ruleset.seats[-1]
            widest = program if program.seats == most else lower_format(loaded.format, most)
            bounds = measured(widest)
            loaded.is_deep = bounds.is_deep
            loaded.problems += [*bounds.problems, *trial_problems(widest)]
            program = replace(program, pays_rounds=bounds.is_long)
            loaded.program = program if not has_errors(loaded.problems) else None
    except RecursionError:  # every place known to nest is bounded; whatever else does ends here
        text = "The rules of this format stand too deep inside each other."
        loaded.problems.append(Problem("nested-too-deep", text, ruleset.format.span))
    return finish(loaded)


def spared(loaded: Loaded, format: Format, printed: set[str]) -> bool:
    """Leaves out printed cards that say what can be read but has no meaning here, each with
    the reason; whether there were any.
    """
    blamed = format.speechless()
    blamed |= {card for ability in never_run(format) for card in ability.bearers}
    wrong = [
        card
        for number, card in enumerate(loaded.cards)
        if number in blamed and str(card.code) in printed
    ]
    for card in wrong:
        text = f'"{card.name}" is left out: what it says has no meaning here.'
        found = Problem("no-meaning", text, card.span, severity="warning")
        loaded.problems.append(found)
        loaded.left[str(card.code)] = found
    gone = {str(card.code) for card in wrong}
    loaded.cards = [card for card in loaded.cards if str(card.code) not in gone]
    return bool(wrong)


def read_record(reader: CardReader, card: files.Card) -> CardDefinition | Problem:
    """A printed card, which goes before one of the format's own; one that cannot be read
    whole is left out, and told of: why.
    """
    before = len(reader.problems)
    reader.printed = True
    found = reader.read(card)
    reader.printed = False
    wrong = reader.problems[before:]
    errors = [problem for problem in wrong if problem.severity == "error"]
    if found is not None and not errors:
        return found
    reader.codes.pop(str(card.code), None)
    reader.problems[before:] = [replace(p, severity="warning") for p in wrong]
    return errors[0]


def finish(loaded: Loaded) -> Loaded:
    loaded.problems = sort_problems(loaded.problems)
    return loaded
