"""Messages in other languages: every sentence that the program tells has its words in each."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from places import ROOT
from sentences import told_sentences

from playsheet.cli.group import main
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.problems.translation import (
    ENGLISH,
    FOLDER,
    SLOT,
    languages,
    problems_in,
    read_sentences,
    sentence,
    sentences_of,
    told_in,
    translation_of,
)

OTHERS = [language for language in languages() if language != ENGLISH]
COMPOSED = ("names", "terminal", "words")  # have parts of sentences too, which stand nowhere whole
HARBOUR = ROOT / "tests" / "messages" / "harbour"


def rows(language: str) -> dict[str, dict[str, str]]:
    """What each file of a language has."""
    files = (FOLDER / language).glob("*.txt")
    return {path.stem: read_sentences(path.read_text(encoding="utf-8")) for path in files}


def run(*args: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, [*args], input=typed)


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_sources_has_words(language: str) -> None:
    found = translation_of(language)
    assert found is not None
    assert len(told_sentences()) > 800
    assert sorted(one for one in told_sentences() if found.sentence(one) is None) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_row_is_of_a_sentence_that_nothing_tells(language: str) -> None:
    own = {file: text for file, text in rows(language).items() if file not in COMPOSED}
    assert [one for text in own.values() for one in text if one not in told_sentences()] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_row_has_the_slots_of_its_sentence(language: str) -> None:
    every = [(one, said) for text in rows(language).values() for one, said in text.items()]
    assert [row for row in every if {*SLOT.findall(row[0])} < {*SLOT.findall(row[1])}] == []
    assert [row for row in every if len(sentences_of(row[0])) != len(sentences_of(row[1]))] == []


def test_what_stands_in_quotes_is_somebodys_own_and_the_mend_is_what_one_types() -> None:
    text = 'I know no zone "card" here. Did you mean "hand"?'
    assert told_in("es", text) == 'No se conoce "card" (zona) aquí. ¿Querías decir "hand"?'
    (problem,) = problems_in("es", [Problem("unknown-zone", text, remedy="hand")])
    assert problem.mend == "hand"
    assert problems_in("en", [problem]) == [problem]


def test_what_fills_a_slot_is_as_short_as_may_be_and_found_at_once() -> None:
    """A text of many parts that could be of a slot or not: red if all ways are tried."""
    row = sentence("{1} is {2}, not {3}.", "{3}, {2}, {1}")
    assert row.fillings("a is b, not c is d, not e.") == {"1": "a", "2": "b", "3": "c is d, not e"}
    assert row.fillings(" is b, not .") is None
    assert row.fillings("a is b, not " * 3_000) is None


def test_a_sentence_without_words_stays_and_the_others_are_told() -> None:
    assert told_in("es", "Nobody says this. Remove it.") == "Nobody says this. Quítalo."
    assert told_in("fr", "Remove it.") == "Remove it."


def test_check_tells_in_the_language_of_lang(tmp_path: Path) -> None:
    folder = shutil.copytree(HARBOUR, tmp_path / "harbour")
    path = folder / "harbour.rules"
    path.write_text(path.read_text(encoding="utf-8").replace("holds Ship", "holds Shp"), "utf-8")
    shown = run("check", str(folder), "--lang", "es")
    assert shown.exit_code == 1
    lines = shown.output.splitlines()
    said = 'error[unknown-kind]: No se conoce "Shp" (clase de carta) aquí. ¿Querías decir "Ship"?'
    assert lines[0] == said
    assert lines[-2:] == ["", "1 error"] and "  arreglo: Ship" in lines
    (record,) = json.loads(run("check", str(folder), "--lang", "es", "--json").output)
    assert record["message"].startswith('No se conoce "Shp"') and record["mend"] == "Ship"


def test_wrong_use_is_told_in_the_language_of_lang() -> None:
    wrong = run("check", "leduc_poker", "--lang", "es", "--depth", "3")
    assert wrong.exit_code == 2 and "--depth va con --exhaust." in wrong.output
    unknown = run("check", "leduc_poker", "--lang", "xx")
    assert unknown.exit_code == 2 and "Known here: en, es" in unknown.output
    deck = run("play", "hipercoliseo", "--lang", "es", "--decks", "omgea")
    assert deck.exit_code == 2 and '¿Querías decir "omega"?' in deck.output


def test_a_table_in_another_language_says_nothing_in_english() -> None:
    """What is typed wrong, what cannot be undone or saved, and what stops it."""
    lines = ("zz", "99", "deshacer", "muestra", "muestra nadie", "guarda", "guarda /no/no", "1 1 1")
    typed = "\n".join((*lines, "porqué", "salir", ""))
    shown = run("play", "hipercoliseo", "--seed", "1", "--lang", "es", typed=typed)
    assert shown.exit_code == 0
    for said in (
        "; semilla 1.",
        'No se conoce "zz" (orden). Aquí se conocen: ',
        "Escribe ? para ver la ayuda.",
        "No hay una opción 99; las opciones son de 1 a ",
        "No hay nada que deshacer.",
        "¿Mostrar qué carta? muestra NOMBRE",
        'No se conoce "nadie" (carta).',
        "¿Guardar en qué archivo? guarda ARCHIVO",
        "La partida no se ha guardado: /no/no: ",
        "Aquí solo se puede tomar una.",
    ):
        assert said in shown.output, said
