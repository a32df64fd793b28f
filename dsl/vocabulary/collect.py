"""Collects a lexicon from declarations, and what is wrong with their patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..nodes import declarations as d
from ..nodes.attributes import ListType, MaybeType, PlainType, Type
from ..nodes.base import NOWHERE, Word
from ..nodes.expressions import Expression, Name, Number, Slot, Use
from ..nodes.titles import TitleLine, TitlesDeclaration
from ..problems.articles import an
from ..problems.problem import Advice, Label, Problems, Remedy
from ..problems.similar import nearest
from ..ruleset.ruleset import Absent
from .chart import Names
from .composing import compose_grammars
from .forest import new_list
from .lexicon import (
    KEYWORD,
    LIST_OF,
    OR_NONE,
    TERM,
    TERMS,
    TRUTH,
    Lexicon,
    Parameter,
    Phrase,
    Saying,
    guard_of,
    new_saying,
)
from .patterns import (
    MOST_FORMS,
    SLOT_MARK,
    Form,
    Pattern,
    SlotPart,
    forms_of,
    literal_pattern,
    read_pattern,
)
from .tokens import keys_of, part_span
from .watched import report_swallowed

Symbols = Mapping[str, Mapping[str, str]]
Known = Mapping[str, Parameter]
# Slot types that need no explanation; a format may have no phrase of one (yet).
USUAL = (
    "bonus", "cards", "condition", "cost", "duration", "effect", "filter", "keyword", "target",
    "term", "terms", "way",
)  # fmt: skip


class Collector:
    """Collects a lexicon and the problems found on the way."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        self.lexicon = Lexicon(languages)
        self.problems = Problems()
        self.parts: set[str] = set()
        self.fillers: dict[str, set[str]] = {}

    def collect(
        self, declarations: list[d.Declaration], names: list[str], symbols: Symbols
    ) -> None:
        lexicon = self.lexicon
        kinds = [card for card in declarations if isinstance(card, d.CardDeclaration)]
        fields = [field for card in kinds for field in card.fields]
        self.parts = {str(field.name) for field in fields if isinstance(field, d.PartField)}
        for kind, texts in symbols.items():
            lexicon.symbols[kind] = [(Word(text), Word(word)) for text, word in texts.items()]
        self.fillers = fillers_of(declarations)
        for declaration in declarations:
            if isinstance(declaration, d.ValuesDeclaration):
                known = lexicon.symbols.setdefault(declaration.name, [])
                known.extend(symbols_of(declaration))
        for declaration in declarations:
            if isinstance(declaration, d.LabelDeclaration):
                self.add_label(declaration)
            elif isinstance(declaration, d.AuditedDeclaration):
                lexicon.audited += [
                    new_saying(self.language_of(say), pattern)
                    for say, pattern in self.patterns_of(declaration.says)
                    if self.is_sound(pattern, {})
                ]
            elif isinstance(declaration, (d.PhraseDeclaration, d.KeywordDeclaration)):
                self.add_phrase(declaration)
        for declaration in declarations:
            if isinstance(declaration, d.CategoryDeclaration):
                self.add_inclusions(declaration)
        for declaration in declarations:
            if isinstance(declaration, (d.PhraseDeclaration, d.KeywordDeclaration)):
                if declaration.says:  # else other phrases fill its slots
                    self.check_types(printed_slots(declaration))
                if declaration.reminders is not None:
                    self.check_types([*declaration.reminders.parameters])
            elif isinstance(declaration, TitlesDeclaration):
                self.note_languages(declaration)
        names = sorted(set(names))
        lexicon.names = Names(named(names))
        lexicon.flows = any(
            reads_over_stop(saying.pattern)
            for phrase in lexicon.phrases.values()
            for saying in phrase.sayings
        )
        report_swallowed(lexicon, self.problems)
        lexicon.guarded = guard_of(names, {**lexicon.phrases, **lexicon.labels})
        self.problems.extend(compose_grammars(lexicon))

    def report(self, code: str, message: str, place: Word, mend: Remedy = "") -> None:
        span = part_span(place, 0, len(place))
        self.problems.report(code, message, span, mend)

    # ---- phrases

    def add_phrase(self, declaration: d.PhraseDeclaration | d.KeywordDeclaration) -> None:
        first = self.lexicon.phrases.get(declaration.name)
        if first is not None:
            message = f'"{first.word}" is declared twice as a word of cards.'
            where, span = Label(first.word.span, "first here"), declaration.name.span
            self.problems.report("phrase-declared-twice", message, span, "", where)
            return
        is_keyword = isinstance(declaration, d.KeywordDeclaration)
        category = KEYWORD if is_keyword else str(declaration.category)
        slots = printed_slots(declaration)
        parameters = tuple(new_parameter(parameter) for parameter in slots)
        patterns = list(self.patterns_of(declaration.says))
        all_there = len(patterns) == len(declaration.says)
        printed = all_there and bool(patterns)  # else other phrases run it
        unused = self.unused(parameters, patterns) if printed else set[str]()
        known = {str(p.name): p for p in parameters if p.name not in unused}
        fixed = {id(say): self.fixed_slots(say, known) for say, _ in patterns}
        sayings = tuple(
            new_saying(self.language_of(say), pattern, fixed[id(say)], str(say.category or ""))
            for say, pattern in patterns
            if self.is_sound(pattern, open_slots(known, fixed[id(say)])) and not unused
        )
        on_part = str(getattr(declaration, "on", "")) in self.parts
        name, (reminders, loose) = declaration.name, self.reminders_of(declaration, known)
        self.lexicon.add(Phrase(name, category, parameters, sayings, on_part, reminders, loose))

    def add_inclusions(self, declaration: d.CategoryDeclaration) -> None:
        """What a category includes; a circle could be read without end."""
        name = str(declaration.name)
        own = self.lexicon.includes.setdefault(name, [])
        for word in declaration.included:
            if word in own or name in self.lexicon.included(str(word)):
                message = f'"{word}" includes "{name}" already; nothing could tell them apart.'
                if word in own or word == name:
                    message = f'"{name}" includes "{word}" anyway.'
                self.problems.report("category-cycle", message, word.span)
            else:
                own.append(str(word))
                self.check_type(str(word), word)

    def fixed_slots(self, say: d.Say, known: Known) -> tuple[Slot, ...]:
        """What a pattern fills by itself: a number, a symbol, or a phrase without slots."""
        found: list[Slot] = []
        for fixed in say.fixed:
            parameter = known.get(str(fixed.name))
            if parameter is None:
                self.problems.unknown("unknown-slot", "slot", fixed.name, known)
                continue
            value = self.fixed_value(parameter.type, fixed)
            if value is not None:
                found.append(Slot(parameter.name, value))
        return tuple(found)

    def fixed_value(self, kind: str, fixed: d.FixedSlot) -> Expression | None:
        if isinstance(fixed.value, int):
            if kind in ("number", "signed"):
                return Number(fixed.value)
            message = f'"{fixed.name}" is {an(kind)} and never {fixed.value}.'
            self.problems.report("unknown-filler", message, fixed.span)
            return None
        if fixed.value in self.fillers.get(kind, ()):
            return Use(fixed.value)
        symbols = {str(word) for _, word in self.lexicon.symbols.get(kind, ())}
        if fixed.value in symbols:
            return Name(fixed.value)
        known = {*self.fillers.get(kind, ()), *symbols}
        self.problems.unknown("unknown-filler", kind, fixed.value, known)
        return None

    def reminders_of(
        self, declaration: d.PhraseDeclaration | d.KeywordDeclaration, known: Known
    ) -> tuple[tuple[Saying, ...], tuple[Parameter, ...]]:
        """What may stand in brackets behind it, and the slots that only stand there; any slot of
        the phrase may be said again.
        """
        if declaration.reminders is None:
            return (), ()
        loose = tuple(new_parameter(parameter) for parameter in declaration.reminders.parameters)
        patterns = list(self.patterns_of(declaration.reminders.says))
        for name in (p.name for p in loose if str(p.name) in known):
            message = f'"{name}" is a slot of the phrase already, so the reminder may say it.'
            self.report("declared-twice", message, name, Advice("Leave it out, or rename it."))
        if self.unused(loose, patterns):
            return (), ()
        free = {
            str(p.name): Parameter(p.name, p.type, Slot(p.name, Name(p.name), given=False))
            for p in (*known.values(), *loose)
        }
        sayings = tuple(
            new_saying(self.language_of(say), pattern)
            for say, pattern in patterns
            if self.is_sound(pattern, free)
        )
        return sayings, loose

    def patterns_of(self, says: tuple[d.Say, ...]) -> Iterator[tuple[d.Say, Pattern]]:
        """The patterns whose brackets are in order."""
        for say in says:
            pattern, problems = read_pattern(say.pattern)
            self.problems.extend(problems)
            if pattern is not None:
                yield say, pattern

    def unused(
        self, parameters: tuple[Parameter, ...], patterns: list[tuple[d.Say, Pattern]]
    ) -> set[str]:
        """The slots that no pattern has."""
        printed = [(slot, pattern) for _, pattern in patterns for slot in pattern.slots()]
        used = {slot.name for slot, _ in printed}
        used |= {str(fixed.name) for say, _ in patterns for fixed in say.fixed}
        found = [parameter.name for parameter in parameters if parameter.name not in used]
        declared = {str(parameter.name) for parameter in parameters}
        strange = [(slot, pattern) for slot, pattern in printed if slot.name not in declared]
        if len(found) == 1 and {slot.name for slot, _ in strange} - {""}:
            for slot, pattern in strange:
                self.refuse_slot(slot, pattern, str(found[0]))
            return {str(found[0])}
        for name in found:
            message = f'"{name}" is declared, but no pattern has {{{name}}}.'
            self.report("slot-never-used", f"{message} Write it where a card says it.", name)
        return {str(name) for name in found}

    def refuse_slot(self, slot: SlotPart, pattern: Pattern, meant: str) -> None:
        """A slot that is not declared, and the one that was probably meant, if there is one."""
        message, mend = f'I know no slot "{slot.name}" here.', f"{{{meant}}}" if meant else ""
        if meant:
            message += f' Did you mean "{meant}"?'
        else:
            message += " What fills it is said in front of the pattern, as in `(n: number)`."
        span = part_span(pattern.text, slot.start, slot.end)
        if all((one.code, one.span) != ("unknown-slot", span) for one in self.problems):
            self.problems.report("unknown-slot", message, span, mend)

    def is_sound(self, pattern: Pattern, known: Known) -> bool:
        """Whether every form of a pattern has words, and each slot once or by default."""
        before = len(self.problems)
        for slot in pattern.slots():
            if slot.name not in known:
                self.refuse_slot(slot, pattern, nearest(slot.name, known) or "")
        forms = forms_of(pattern.parts)
        if forms is None:
            message = f"This pattern has more than {MOST_FORMS} forms."
            mend = "Write it as two patterns."
            self.report("pattern-too-wide", message, pattern.text, Advice(mend))
            return False
        if () in forms:
            message = "This pattern can be empty: everything in it may be left out."
            mend = "Write a printed bracket with a backslash, as `\\[`."
            self.report("empty-pattern", message, pattern.text, Advice(mend))
        if len(self.problems) == before:
            self.check_forms(pattern, forms, known)
        return len(self.problems) == before

    def check_forms(self, pattern: Pattern, forms: list[Form], known: Known) -> None:
        """Each slot stands once in a form, or is left to its default."""
        bad: set[str] = set()
        for form in forms:
            slots = [symbol for symbol in form if isinstance(symbol, SlotPart)]
            names = [slot.name for slot in slots]
            for slot in slots:
                if names.count(slot.name) > 1 and slot.name not in bad:
                    bad.add(slot.name)
                    message = f"{{{slot.name}}} stands twice here; a card fills it once."
                    span = part_span(pattern.text, slot.start, slot.end)
                    self.problems.report("slot-twice", message, span)
            for name, parameter in known.items():
                if name not in names and parameter.default is None and name not in bad:
                    bad.add(name)
                    message = f'A card may leave out "{name}" here, and it has no default.'
                    mend = f"Say behind `{name}: {parameter.type}`, with `=`, what it is then."
                    self.report("slot-without-default", message, pattern.text, Advice(mend))

    def check_types(self, parameters: list[d.Parameter]) -> None:
        """Every slot has a type that something on a card can be."""
        for parameter in parameters:
            word = getattr(parameter.type, "word", None)
            place = word if isinstance(word, Word) else parameter.name
            self.check_type(type_name(parameter.type), place)

    def check_type(self, name: str, place: Word) -> None:
        if self.lexicon.is_type(name):
            return
        if str(place) in USUAL:
            message = f'No phrase is a "{place}", so nothing ever fills it.'
            code, mend = (
                "slot-never-filled",
                Advice(f"Declare phrases of it: `phrase`, a name, `{place}`."),
            )
            self.problems.report(code, message, place.span, mend, severity="warning")
            return
        guess = nearest(name, (*self.lexicon.categories(), *USUAL)) or ""
        message = f'Nothing on a card is a "{name}".'
        message += f' Did you mean "{guess}"?' if guess else ""
        self.problems.report("unknown-slot-type", message, place.span, guess)

    def language_of(self, say: d.Say) -> str:
        """The language a say is tagged with; the first of the format if it has no tag."""
        known = self.lexicon.languages
        if say.language is None:
            return known[0]
        if say.language not in known:
            self.problems.unknown("unknown-language", "language", say.language, known)
        return str(say.language)

    def note_languages(self, declaration: TitlesDeclaration) -> None:
        """Titles of symbols, zones and phases belong to their language alone, but for those
        that the rules have too.
        """
        language, spoken_in = str(declaration.language), self.lexicon.spoken_in
        for line in declaration.lines:
            if isinstance(line, TitleLine) and line.what in ("value", "zone", "phase"):
                is_value = line.what == "value"
                kind = str(line.path.words[0] if is_value else line.what)
                rows = self.lexicon.symbols.setdefault(kind, [])
                for title in line.titles.names:
                    known = {keys_of(text): text for text, _ in rows}
                    key = keys_of(title)
                    if key not in known:
                        rows.append((title, line.path.words[-1]))
                    if known.get(key, title).span == title.span or (kind, key) in spoken_in:
                        spoken_in.setdefault((kind, key), []).append(language)

    def note_absent(self, absent: Iterable[Absent]) -> None:
        """Words of which a message can say why cards may not use them."""
        for one in absent:
            for say, pattern in self.patterns_of(one.says):
                saying = new_saying(str(say.language), pattern)
                self.lexicon.absent.append((saying, one.message, one.mend))

    # ---- labels

    def add_label(self, declaration: d.LabelDeclaration) -> None:
        """A label is printed as it stands: its brackets are printed ones."""
        sayings: list[Saying] = []
        for say in declaration.says:
            pattern = literal_pattern(say.pattern)
            if not pattern.parts:
                self.report("empty-pattern", "This label has no words.", say.pattern)
            elif say.fixed or SLOT_MARK.search(say.pattern):
                message = "A label has no slots: it is printed as it stands."
                if not say.fixed:
                    message += r" A printed brace is written `\{` or `\}`."
                self.report("label-with-slot", message, say.pattern)
            else:
                sayings.append(new_saying(self.language_of(say), pattern))
        label = Phrase(declaration.name, "label", (), tuple(sayings))
        self.lexicon.labels[declaration.name] = label


# ---- parts of declarations


def fillers_of(declarations: Iterable[d.Declaration]) -> dict[str, set[str]]:
    """The phrases and keywords without slots, by category."""
    found: dict[str, set[str]] = {}
    for declaration in declarations:
        if isinstance(declaration, (d.PhraseDeclaration, d.KeywordDeclaration)):
            is_keyword = isinstance(declaration, d.KeywordDeclaration)
            category = KEYWORD if is_keyword else str(declaration.category)
            if not printed_slots(declaration):
                found.setdefault(category, set()).add(str(declaration.name))
    return found


def printed_slots(declaration: d.PhraseDeclaration | d.KeywordDeclaration) -> list[d.Parameter]:
    """The slots that cards fill."""
    return [slot for slot in declaration.parameters if not slot.is_given]


def open_slots(known: Known, fixed: Iterable[Slot]) -> Known:
    """The slots that a pattern still has to show."""
    filled = {str(slot.name) for slot in fixed}
    return {name: parameter for name, parameter in known.items() if name not in filled}


def reads_over_stop(pattern: Pattern) -> bool:
    """Whether a pattern holds nothing but a full stop between two of its slots: behind one that
    words follow, as in ". if you do,", it can be seen that the sentence goes on.
    """
    return any(
        form[at] == "."
        and isinstance(form[at - 1], SlotPart)
        and isinstance(form[at + 1], SlotPart)
        for form in forms_of(pattern.parts) or ()
        for at in range(1, len(form) - 1)
    )


def type_name(declared: Type) -> str:
    """A slot type as one string."""
    if isinstance(declared, PlainType):
        return str(declared.word)
    if isinstance(declared, ListType):
        return TERMS if declared.word == TERM else LIST_OF + declared.word
    if isinstance(declared, MaybeType):
        return declared.word + OR_NONE
    return TRUTH


def new_parameter(declared: d.Parameter) -> Parameter:
    """A slot with the default that fills it: what is declared, an empty list, or none."""
    name = type_name(declared.type)
    default: Expression | None = declared.default
    if default is None and (name == TERMS or name.startswith(LIST_OF)):
        default = new_list([], NOWHERE)
    if default is None and name.endswith(OR_NONE):
        default = Name(Word("none"))
    slot = None if default is None else Slot(declared.name, default, given=False)
    return Parameter(declared.name, name, slot)


def symbols_of(declaration: d.ValuesDeclaration) -> Iterable[tuple[Word, Word]]:
    """The printed texts of symbols: every title, and the id."""
    for item in declaration.items:
        texts: dict[tuple[str, ...], Word] = {}
        for text in (*item.titles, item.name):
            texts.setdefault(keys_of(text), text)
        for text in texts.values():
            yield text, item.name


def named(names: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Names by their words; a full stop at the end may be the sentence's."""
    for name in names:
        yield keys_of(name), name
    for name in names:
        if name.endswith("."):
            yield keys_of(name.rstrip(".")), name
