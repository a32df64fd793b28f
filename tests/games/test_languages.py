"""Two languages, one meaning: cards, questions, tables and transcripts in each of them."""

from __future__ import annotations

import json
import string
from functools import cache
from itertools import compress
from pathlib import Path

import playing
import pytest
from click.testing import CliRunner
from syrupy.assertion import SnapshotAssertion

import playsheet.api as ps
from playsheet.cli.group import main
from playsheet.dsl.cards.cardfile import CardReader
from playsheet.dsl.cards.definition import CardDefinition
from playsheet.dsl.cards.memo import Memo
from playsheet.dsl.cards.printed_lines import printed_fields, unprinted
from playsheet.dsl.ir.wordbook import Tongue
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import Loaded, load
from playsheet.dsl.nodes import files
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.vocabulary.titles import unasked_phrases
from playsheet.interpreter.knowledge.record import POSITIONS
from playsheet.interpreter.messages.wording import ASKED, FILES, engine_of

FORMAT = "hipercoliseo"
LANGUAGES = ("en", "es")
TWINS = Path(__file__).parent / "twins" / "hipercoliseo.cards"


@cache
def rules() -> ps.Rules:
    return ps.load(FORMAT)


@cache
def meaning() -> Loaded:
    return load(sources_of(FORMAT))


def tongue(language: str) -> Tongue:
    return rules().edition.contents.wordbook.tongues[language]


def cards_of(text: str) -> dict[str, CardDefinition]:
    """The cards of a text by their codes, read with the words of the format."""
    loaded = meaning()
    assert loaded.ruleset is not None and loaded.vocabulary is not None
    nodes, problems = parse_file("cards", text, "cards")
    assert not problems, problems[0].message
    reader = CardReader(loaded.ruleset, Memo(loaded.vocabulary))
    printed = printed_fields(loaded.ruleset)
    cards = [node for node in nodes if isinstance(node, files.Card)]
    read = [reader.read(unprinted(card, printed)) for card in cards]
    assert not reader.problems, reader.problems[0].message
    return {str(card.code): card for card in read if card is not None}


def same(one: CardDefinition, other: CardDefinition) -> bool:
    """Whether two cards say the same; nodes are equal wherever they stand."""
    return (one.name, one.kind, one.fields, one.texts) == (
        other.name,
        other.kind,
        other.fields,
        other.texts,
    )


def run(*words: str, given: str | None = None) -> str:
    result = CliRunner().invoke(main, words, input=given)
    assert result.exit_code == 0, result.output
    return result.stdout


def long_game() -> ps.Game:
    return playing.play(rules().new_game(seed=7, decks="costa"), 7, 90)


# ---- cards


def test_a_set_in_spanish_and_its_english_twin_are_the_same_cards() -> None:
    spanish = {str(card.code): card for card in meaning().cards}
    english = cards_of(TWINS.read_text(encoding="utf-8"))
    assert len(english) >= 30
    for code, card in english.items():
        assert same(spanish[code], card), f"{card.name} differs"


def test_the_twins_share_no_line_but_names_and_figures() -> None:
    words = {"carta": "kind", "efecto": "effect", "soporte": "support"}
    cards = sources_of(FORMAT).cards
    spanish = next(card.text for card in cards if card.path.stem == "espanol")
    english = TWINS.read_text(encoding="utf-8")
    for one, other in words.items():
        assert f"\n    {one} " in spanish and f"\n    {one} " not in english
        assert f"\n    {other} " in english and f"\n    {other} " not in spanish


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_printed_in_each_language_and_read_again(language: str) -> None:
    printed = tongue(language).cards
    again = cards_of("\n".join("\n".join((*lines, "")) for lines in printed))
    assert len(again) == len(meaning().cards)
    for card in meaning().cards:
        assert same(card, again[str(card.code)]), f"{card.name} differs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_said_in_the_language(language: str) -> None:
    """What the language lacks would be written in another one."""
    vocabulary, loaded = rules().edition.vocabulary(), meaning()
    assert loaded.ruleset is not None and loaded.program is not None
    first = loaded.ruleset.languages[0]
    unasked = unasked_phrases(loaded.ruleset, language, lambda _: first)
    assert unasked <= {"yourself", "yours", "theirs"}  # told as the players they mean
    assert loaded.format is not None
    records = [record.use for record in loaded.format.records]
    known = [record.phrase not in unasked for record in records]
    texts = [*tongue(language).abilities, *compress(tongue(language).records, known)]
    kinds = [*vocabulary.lexicon.categories(), "terms"]
    assert texts
    for text in texts:
        assert vocabulary.read_text(text, language).trees or any(
            vocabulary.read_phrase(text, kind, language).trees for kind in kinds
        ), text


def test_nothing_is_left_without_words() -> None:
    assert [problem.message for problem in meaning().problems] == []


def test_a_phrase_lacks_words_where_a_slot_asks_for_it(tmp_path: Path) -> None:
    folder = tmp_path / "nieto"
    folder.mkdir()
    own = 'extend phrase draw es "roba {p}: {n}"'  # says what you draw by itself
    asks = 'phrase praise act (w: whose) "praise {w} hand", es "alaba {w} mano": reveal w\'s hand'
    (folder / "nieto.rules").write_text(
        f'format "Nieto" extends {FORMAT}\n{own}\n{asks}\n', encoding="utf-8"
    )
    lacking = [p.message for p in load(sources_of(folder)).problems]
    assert lacking == ["These have no words in es: phrase yours, phrase theirs."]


def test_explain_reads_a_card_back_in_the_language() -> None:
    english = run("explain", "Kilnpup", "--of", FORMAT, "--lang", "en")
    spanish = run("explain", "Kilnpup", "--of", FORMAT, "--lang", "es")
    assert "    abilities    Leaves the box only by a swap." in english
    assert "    habilidades  Solo sale de la caja por un cambio." in spanish
    assert "habilidades, read as: solo sale de la caja por un cambio." in spanish
    assert "by a swap" not in spanish


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Al inicio de la batalla: roba 2 cartas.", "Al inicio de la batalla: roba 2 cartas."),
        ("Start of battle: draw 2 cards.", "Start of battle: draw 2 cards."),
        ("Cuando este digimon pierda:", "Cuando este digimon pierda:"),
        ("Inicio: fase de batalla", "Inicio: fase de batalla"),
        ("inicio fase de entrenamiento", "inicio fase de entrenamiento"),
        ("Nunca de Digimon de tipo A", "Nunca de Digimon de tipo A"),
    ],
)
def test_a_text_is_read_and_written_in_its_own_language(text: str, canonical: str) -> None:
    [line] = run("read", FORMAT, "-", "--json", given=f"{text}\n").splitlines()
    record = json.loads(line)
    assert record["status"] == "read"
    assert record["canonical"].lower() == canonical.lower()


@pytest.mark.parametrize(
    "text", ["Inicio: fase de", "inicio", "Roba 2 cards.", "Al inicio de la batalla: ..."]
)
def test_half_a_line_is_not_read(text: str) -> None:
    assert rules().read(text).status == "unread"


# ---- what the engine says


@pytest.mark.parametrize("language", sorted(FILES))
def test_the_engine_says_everything_in_each_language(language: str) -> None:
    def slots(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, found = engine_of("en"), engine_of(language)
    assert list(found) == list(english)
    assert {"under", *POSITIONS} - {"top", "bottom"} <= english.keys()  # of what moves
    assert set(english) >= ASKED
    for key, text in found.items():
        assert text and slots(text) == slots(english[key]), key
    assert len(found["typed"].split()) == len(english["typed"].split())


def test_whatever_can_be_asked_is_asked_in_spanish() -> None:
    texts = {
        text
        for site in rules().edition.contents.program.sites
        for text in (site.prompt, *site.labels, site.passing)
        if text
    }
    assert texts - ASKED - set(tongue("es").texts) == set()


# ---- playing


def test_a_table_in_spanish(snapshot: SnapshotAssertion) -> None:
    given = "1\n1\nmesa\nhistoria\nmuestra Palanca\ndeshacer\n1\nsalir\n"
    words = ["--decks", "costa", "--seed", "3", "--lang", "es"]
    assert run("play", FORMAT, *words, given=given) == snapshot


def test_the_saved_game_is_the_same_in_every_language(tmp_path: Path) -> None:
    saved: list[bytes] = []
    for language in LANGUAGES:
        path = tmp_path / f"{language}.game"
        words = ["--decks", "costa", "--seed", "3", "--seats", "random,random"]
        run("play", FORMAT, *words, "--lang", language, "--save", str(path))
        saved.append(path.read_bytes())
    assert saved[0] == saved[1]


def test_choices_and_views_are_in_the_language_that_is_asked_for() -> None:
    game = long_game()
    assert game.choice is not None
    found = {language: game.choice_in(language) for language in LANGUAGES}
    english, spanish = found["en"], found["es"]
    assert english is not None and spanish is not None
    assert english.prompt != spanish.prompt
    assert len(english.options) == len(spanish.options)
    assert english.actions == spanish.actions
    views = [game.view(game.choice.seat, language) for language in LANGUAGES]
    assert [zone["cards"] for zone in views[0]["zones"]] == [
        zone["cards"] for zone in views[1]["zones"]
    ]
    assert views[0]["titles"]["points"] == "points"
    assert views[1]["titles"]["points"] == "PE"


def test_a_language_the_format_lacks_is_refused() -> None:
    with pytest.raises(ps.WrongUse, match="There is no language"):
        long_game().transcript(language="fr")


# ---- transcripts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_transcript_runs_again_whatever_language_it_is_in(language: str) -> None:
    game = long_game()
    text = game.transcript(language=language)
    assert text.splitlines()[1] == f"language {language}"
    again = ps.replay(text)
    assert again == game
    for other in (None, *LANGUAGES):
        assert again.transcript(language=other) == game.transcript(language=other)


def test_a_changed_line_is_noticed_in_the_language_it_stands_in() -> None:
    text = long_game().transcript(language="es")
    with pytest.raises(ps.ReplayDiverged) as error:
        ps.replay(text.replace("baraja mazo principal", "baraja descarte", 1))
    assert "baraja mazo principal" in error.value.found
    with pytest.raises(ps.ReplayDiverged):
        ps.replay(text.replace("language es", "language fr", 1))


def test_a_spanish_transcript_has_no_english_words() -> None:
    game = long_game()
    seat = game.seats[0]
    rows = [*game.transcript(language="es").splitlines()[8:-2]]
    rows += game.transcript(seat, language="es").splitlines()[:-1]
    rows += game.transcript(compact=True, language="es").splitlines()[:-1]
    rows += game.story(seat, "es")
    english = {"move", "ask", "forced", "shuffle", "change", "the", "phase", "deck", "hand"}
    for row in rows:
        assert not english & set(row.lower().replace('"', " ").split()), row


def test_replay_shows_a_game_in_the_language(tmp_path: Path) -> None:
    path, shown = tmp_path / "a.game", tmp_path / "b.game"
    path.write_text(long_game().transcript(), encoding="utf-8")
    shown.write_text(run("replay", str(path), "--lang", "es"), encoding="utf-8")
    assert "steps identical" in run("replay", str(shown))
    assert run("replay", str(shown), "--lang", "en") == run("replay", str(path), "--lang", "en")
    compact = run("replay", str(path), "--lang", "es", "--compact")
    assert "Elige el nivel 3 con el que empiezas -> " in compact
