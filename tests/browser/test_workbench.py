"""An author in the workbench: a mistake mended by a click, a rule broken, seen red, mended."""

from __future__ import annotations

import json
import re
from difflib import unified_diff
from typing import Any

from browsing import Person
from workbenching import TRIES, changes, opens, points_at, renames, rests_on, runs, saves

CARDS = "cards/tiny.cards"


def test_a_mistake_is_mended_by_a_click_and_saved(author: Person) -> None:
    page, file = author.page, author.folder / CARDS
    before = file.read_text(encoding="utf-8")
    opens(page, CARDS)
    changes(page, "Trick", "Backspace", "Backspace", "k")
    page.locator(".mistake", has_text="Trik").first.click()
    assert page.locator(".cm-lintRange-error").count() > 0
    page.locator(".mend").first.click()
    page.get_by_text("No mistakes here").wait_for()
    assert file.read_text(encoding="utf-8") == before
    changes(page, "Nine cards", "!")
    saves(page, CARDS)
    assert file.read_text(encoding="utf-8") == before.replace("duel.", "duel.!", 1)


def test_a_broken_card_is_red_and_leads_to_its_scenario(author: Person) -> None:
    page = author.page
    opens(page, CARDS)
    assert runs(page).endswith(" green, 0 red")
    changes(page, "gains 70 might", *["ArrowLeft"] * 7, "Backspace")
    page.get_by_text(" green, 0 red, before the last edit").wait_for()
    page.locator(".scenario.stale").first.wait_for()
    assert runs(page).endswith(" red") and " 0 red" not in runs(page)
    reverts(author)
    page.get_by_text(", before the last edit").wait_for()
    changes(page, "gains 70 might", *["ArrowLeft"] * 7, "Backspace")
    changes(page, "gains 7 might", *["ArrowLeft"] * 7, "0")
    assert runs(page).endswith(" green, 0 red")
    saves(page, CARDS)
    page.locator(".scenario").first.click()
    page.locator(".cm-activeLine", has_text="scenario").wait_for()


def test_the_index_tells_who_uses_what_and_puts_it_into_the_text(author: Person) -> None:
    page = author.page
    opens(page, CARDS)
    page.get_by_role("button", name="Index", exact=True).click()
    index = page.get_by_label("Index", exact=True)
    index.get_by_label("Find").fill("might")
    entry = index.locator("li", has_text="gains {n} might")
    entry.locator("summary").click()
    entry.get_by_text("Wolf, Growl").wait_for()
    changes(page, "Throw away 2 cards.", "Space")
    entry.get_by_role("button", name="insert").click()
    page.locator(".cm-line", has_text="Throw away 2 cards. d gains n might").wait_for()
    page.keyboard.type("Your champion")  # in the first slot
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    page.keyboard.press("Escape")
    page.locator(".cm-line", has_text="Your champion gains 5 might").wait_for()
    index.get_by_label("Find").fill("")
    index.get_by_label("never used").check()
    index.locator("li", has_text="never named").first.wait_for()
    entry = index.locator("li", has_text="yourself")
    entry.get_by_role("button", name="yourself", exact=True).click()
    page.locator(".cm-activeLine", has_text="phrase yourself").wait_for()
    opens(page, CARDS)
    page.locator(".cm-line", has_text="Your champion gains 5 might").wait_for()  # it was kept
    reverts(author)


def reverts(author: Person) -> None:
    """Takes the open file as it is saved."""
    author.agrees, page = True, author.page
    page.get_by_role("button", name="Revert").click()
    page.get_by_text("is as it was saved").wait_for()


def test_what_is_not_saved_is_kept_when_another_file_is_opened(author: Person) -> None:
    """It counts in scenarios too, can be undone, and is in no file before it is saved."""
    page, file = author.page, author.folder / CARDS
    before = file.read_text(encoding="utf-8")
    opens(page, CARDS)
    changes(page, "gains 70 might", *["ArrowLeft"] * 7, "Backspace")
    opens(page, "words.rules")
    page.get_by_role("button", name=f"{CARDS} (not saved)").wait_for()
    assert " 0 red" not in runs(page)
    assert page.evaluate(
        "() => !window.dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    )
    changes(page, "phrase yourself", "Enter", "x")
    page.get_by_role("button", name="Save all 2").wait_for()
    opens(page, "tiny.rules")
    page.get_by_text("In other files:").get_by_role("button", name="words.rules").click()
    reverts(author)
    opens(page, CARDS)
    page.locator(".cm-line", has_text="gains 7 might").click()
    page.keyboard.press("Control+z")
    page.locator(".cm-line", has_text="gains 70 might").wait_for()
    assert runs(page).endswith(" green, 0 red") and file.read_text(encoding="utf-8") == before
    file.write_text(before + "\n# another's\n", encoding="utf-8")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("has changed meanwhile").wait_for()
    assert "409" in author.wrong.pop()  # the browser says it too
    reverts(author)
    page.locator(".cm-line", has_text="# another's").wait_for()
    file.write_text(before, encoding="utf-8")
    opens(page, "words.rules")
    assert page.evaluate(
        "() => window.dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    )


def test_many_games_are_told_of_in_pictures_beside_the_editor(author: Person) -> None:
    page = author.page
    page.get_by_role("button", name="Balance", exact=True).click()
    page.get_by_label("Games").select_option("20")
    page.get_by_role("button", name="Play them").click()
    page.get_by_text("20 games were played.").wait_for()
    shown = page.frame_locator("iframe[title^='Balance']")
    shown.get_by_text("20 games of 2 players, bots: random.").wait_for()
    assert shown.locator("svg").first.bounding_box()["width"] > 100
    with page.expect_download() as found:
        page.get_by_role("button", name="Keep the page").click()
    assert found.value.suggested_filename == "balance.html"


def test_a_panel_that_is_opened_at_once_waits_for_the_game(author: Person) -> None:
    page = author.context.new_page()
    page.goto(author.link)
    page.get_by_role("button", name="Rulebook", exact=True).click()
    page.get_by_text("28 clauses").wait_for()
    page.close()


def test_the_rulebook_leads_to_rules_and_scenarios(author: Person) -> None:
    page = author.page
    opens(page, CARDS)
    page.get_by_role("button", name="Rulebook", exact=True).click()
    book = page.get_by_label("Rulebook", exact=True)
    book.get_by_text("28 clauses: 0 without a rule, 0 without a scenario").wait_for()
    book.get_by_label("Find").fill("TD-FIGHT-07")
    book.locator("summary").click()
    book.get_by_role("button", name="do hurt with 2 by first").click()
    page.locator(".cm-activeLine", has_text="hurt with 2").wait_for()


def test_what_is_noticed_and_what_never_happens_is_found_out(author: Person) -> None:
    """With what is not saved: a card that no deck and no scenario has."""
    page = author.page
    opens(page, CARDS)
    changes(page, "After the fight", "Enter")
    for line in ('card "Ghost" Td-60', "    kind Trick", "    does Gain 3 points and tire."):
        page.keyboard.press("Shift+Home")  # instead of an indent of the editor's
        page.keyboard.type(line)
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
    page.get_by_text("No mistakes here").wait_for()
    page.get_by_role("button", name="Index", exact=True).click()
    index = page.get_by_label("Index", exact=True)
    index.get_by_label("Games").select_option("0")
    index.get_by_role("button", name="See what happens").click()
    index.locator("summary", has_text="1 effects never happened").wait_for()
    page.locator(".cm-lens", has_text="never happens: no deck holds a card").wait_for()
    opens(page, "words.rules")
    index.get_by_role("button", name="Ghost: no deck holds").click()
    page.locator(".cm-activeLine", has_text="Gain 3 points and tire").wait_for()
    index.get_by_label("never happened").check()
    index.get_by_text(re.compile("^0 of ")).wait_for()  # its words are those of others
    page.get_by_role("button", name="Rulebook", exact=True).click()
    book = page.get_by_label("Rulebook", exact=True)
    book.get_by_label("Find").fill("TD-TABLE-01")
    book.locator("summary", has_text="TD-TABLE-01 ✓✓").click()
    book.get_by_role("button", name="left out: show opponent's hand to you").click()
    page.locator(".cm-activeLine", has_text="phrase peek").wait_for()
    book.get_by_role("button", name="Change rules").click()
    page.get_by_text("clauses are noticed").wait_for()
    opens(page, CARDS)
    reverts(author)


def test_a_card_edited_in_the_sheet_changes_one_line(author: Person) -> None:
    page, file = author.page, author.folder / CARDS
    before = file.read_text(encoding="utf-8")
    opens(page, CARDS)
    page.get_by_role("button", name="Cards", exact=True).click()
    sheet = page.get_by_label("Cards", exact=True)
    sheet.get_by_label("Find").fill("wolf")
    sheet.get_by_text("1 of 9").wait_for()
    sheet.get_by_label("rank of Wolf").fill("1")
    page.get_by_role("button", name="Index", exact=True).click()  # what was edited is kept
    page.get_by_role("button", name="Cards", exact=True).click()
    sheet.get_by_role("button", name="New card").click()
    for head, text in {"Code": "Td-50", "Name": "Newt", "kind": "Trick"}.items():
        sheet.get_by_label(f"{head} of the new card 1").fill(text)
    sheet.get_by_role("button", name="Take 2 into the files").click()
    page.get_by_text(f"{CARDS} *").wait_for()
    sheet.get_by_label("Find").fill("")
    sheet.get_by_text("10 of 10").wait_for()
    assert file.read_text(encoding="utf-8") == before
    saves(page, CARDS)
    lines = list(unified_diff(before.splitlines(), file.read_text("utf-8").splitlines(), n=0))
    found = [line for line in lines[2:] if not line.startswith("@@")]
    assert found[:2] == ["-    rank     2", "+    rank     1"]
    assert found[2] == '+card "Newt" Td-50' and all(line[0] == "+" for line in found[2:])
    sheet.get_by_label("kind of Newt").fill("a | b")
    sheet.get_by_label("colour of Wolf").fill("red # not blue")
    sheet.get_by_role("button", name="Take 2 into the files").click()
    page.get_by_text("cannot stand as colour of Td-4").wait_for()
    assert sheet.get_by_label("colour of Wolf").input_value() == "red # not blue"
    file.write_text(before, encoding="utf-8")


def test_a_form_writes_a_scenario_that_runs(author: Person) -> None:
    page = author.page
    page.get_by_role("button", name="Scenarios", exact=True).click()
    page.get_by_text("New scenario").click()
    form = page.get_by_role("form", name="New scenario")
    form.get_by_label("Title").fill("A form makes a scenario")
    form.get_by_label("Begins at").select_option("fight.strike")

    def row(block: str, number: int, what: str, text: str) -> None:
        form.get_by_role("button", name=f"Add to {block.lower()}").click()
        here = f"{block} {number}: "
        form.get_by_label(f"{here}what").select_option(what)
        if text:
            form.get_by_label(f"{here}{'holds' if what.startswith('zone') else 'is'}").fill(text)

    row("Given", 1, "value first", "ana")
    row("Given", 2, "zone ana's ring", "Bear")
    row("Given", 3, "zone bo's ring", "Cub")
    row("When", 1, "step fight.rest", "")
    row("Then", 1, "value bo's points", "4")
    form.get_by_role("button", name="Write it").click()
    name = "scenarios/a_form_makes_a_scenario.scenario"
    page.get_by_role("textbox", name=name).wait_for()
    saves(page, name)
    assert runs(page).endswith(" green, 0 red")
    page.locator(".scenario.green", has_text="A form makes a scenario").wait_for()


def test_names_are_explained_completed_and_renamed(author: Person) -> None:
    page = author.page
    opens(page, "words.rules")
    told = page.locator(".cm-tooltip", has_text="property champion of player")
    rests_on(page, "label after_fight", "champion", told)
    changes(page, "    run b", "Enter")
    page.keyboard.type("move this to b")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="bin").click()
    page.locator(".cm-line", has_text="move this to bin").wait_for()
    for _ in "move this to bin":
        page.keyboard.press("Backspace")
    renames(page, "phrase discard_one", "discard_one", "throw_one")
    page.locator(".cm-line", has_text="phrase throw_one cost").wait_for()
    page.keyboard.press("Control+z")
    renames(page, "label after_fight", "fight_over", "fight_off")
    page.get_by_text("tiny.rules changed too, not saved yet.").wait_for()
    page.get_by_role("button", name="Save all 2").click()
    page.get_by_text("words.rules, tiny.rules are saved.").wait_for()
    found = [(author.folder / name).read_text("utf-8") for name in ("words.rules", "tiny.rules")]
    assert [text.count("fight_off") for text in found] == [1, 2]
    assert not any("fight_over" in text for text in found)
    assert runs(page).endswith(" green, 0 red")


def test_what_is_told_too_late_of_a_word_covers_nothing(author: Person) -> None:
    page = author.page
    held: list[Any] | None = None

    def socket(ws: Any) -> None:
        to, asked = ws.connect_to_server(), set[int]()

        def forth(text: str) -> None:
            if '"textDocument/hover"' in text:
                asked.add(json.loads(text)["id"])
            to.send(text)

        def back(text: str) -> None:
            if held is not None and json.loads(text).get("id") in asked:
                held.append(lambda: ws.send(text))
            else:
                ws.send(text)

        ws.on_message(forth)
        to.on_message(back)

    page.route_web_socket("**/api/author/language", socket)
    page.reload()
    opens(page, "words.rules")
    held = []
    for _ in range(TRIES):
        points_at(page, "label after_fight", "champion")
        page.wait_for_timeout(500)
        if held:
            break
    assert held
    page.get_by_role("button", name="Save", exact=True).hover()
    answers, held = held, None
    for answer in answers:
        answer()
    page.wait_for_timeout(500)
    assert not page.locator(".cm-tooltip").count()
    told = page.locator(".cm-tooltip", has_text="property champion of player")
    rests_on(page, "label after_fight", "champion", told)


def test_the_table_plays_what_was_saved(author: Person) -> None:
    with author.context.expect_page() as opened:
        author.page.get_by_role("link", name="Try it at the table").click()
    opened.value.get_by_text("Tiny Duel").first.wait_for(state="attached")
    opened.value.close()  # what lies behind another page is drawn once a second


def test_without_the_token_nothing_is_shown(author: Person) -> None:
    page = author.context.new_page()
    page.goto(f"{author.home}workbench")
    page.get_by_text("Only the author may do that").wait_for()
    assert page.get_by_role("navigation").get_by_role("button").count() == 0
    page.close()


def test_what_the_service_knows_is_shown_in_the_text(author: Person) -> None:
    """Names have colours, cards their scenarios, indented lines fold; also behind an edit."""
    page = author.page
    opens(page, CARDS)
    page.locator(".cm-line", has_text="gains 70 might").locator(".cm-token-macro").first.wait_for()
    page.locator(".cm-lens button").first.click()
    page.get_by_label("Scenarios").get_by_role("status").get_by_text(" green, 0 red").wait_for()
    page.locator(".cm-foldGutter [title='Fold line']").first.click()
    page.locator(".cm-foldPlaceholder").click()
    opens(page, "words.rules")
    page.locator(".cm-token-declares").first.wait_for()
    unsaid = page.locator(".cm-unsaid[data-text^=player]")
    unsaid.first.wait_for()
    before = unsaid.count()
    changes(page, "    run b", "Enter")
    page.keyboard.type("move this to hand")
    page.wait_for_function(
        "(n) => document.querySelectorAll('.cm-unsaid[data-text^=player]').length === n",
        arg=before + 1,
    )
    reverts(author)


def test_lists_are_shown_where_names_repeat(author: Person) -> None:
    """An action called as a card, and two scenarios of one title."""
    page, fights = author.page, "scenarios/fight.scenario"
    page.get_by_role("button", name="Scenarios", exact=True).click()
    opens(page, CARDS)
    writes_below(page, 'card "Enter the ring" Td-98\n    kind     Trick\n')
    opens(page, fights)
    title = "Equal might hurts nobody"
    writes_below(page, f'scenario "{title}" covers TD-FIGHT-06\n    then the game goes on\n')
    form = page.get_by_role("form", name="New scenario")
    if not form.is_visible():  # another test may have left it open
        page.get_by_text("New scenario").click()
    form.get_by_label("Title").fill("x")
    form.locator("option[value='Enter the ring']").wait_for(state="attached")
    runs(page)
    page.get_by_label("Scenarios").get_by_role("button", name=title).nth(1).wait_for()
    reverts(author)
    opens(page, CARDS)
    reverts(author)
    assert not author.wrong


def writes_below(page: Any, text: str) -> None:
    """Puts a text behind all that stands in the open file."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(f"\n{text}")


def test_warnings_are_told_of_apart_from_mistakes(author: Person) -> None:
    page, ledger = author.page, "clauses.yaml"
    opens(page, "words.rules")
    changes(page, "label trading", *["Backspace"] * len("cites TD-CARD-02"))
    elsewhere = page.get_by_text("In other files:")
    elsewhere.get_by_role("button", name=f"{ledger} (1 warning)").click()
    page.get_by_role("heading", name="No mistakes here, warnings: 1").wait_for()
    page.get_by_label("Files").get_by_role("button", name=f"{ledger} 1 warning").wait_for()
    page.locator(".mistake.warning", has_text="No rule cites TD-CARD-02").wait_for()
    opens(page, "words.rules")
    reverts(author)
    elsewhere.wait_for(state="hidden")


def test_control_s_saves_anywhere(author: Person) -> None:
    page, file = author.page, author.folder / CARDS
    before = file.read_text("utf-8")
    opens(page, CARDS)
    changes(page, "Nine cards", "!")
    page.get_by_role("textbox", name="New file").press("Control+s")
    page.get_by_text(f"{CARDS} is saved.").wait_for()
    assert file.read_text("utf-8") == before.replace("duel.", "duel.!", 1)
    changes(page, "Nine cards", "Backspace", "Control+s")
    page.get_by_text(f"{CARDS} *").wait_for(state="hidden")
    assert file.read_text("utf-8") == before


def test_what_is_written_at_the_end_comes_into_sight(author: Person) -> None:
    page, name = author.page, "scenarios/fight.scenario"
    page.get_by_role("button", name="Scenarios", exact=True).click()
    opens(page, CARDS)
    if not page.get_by_role("form", name="New scenario").is_visible():
        page.get_by_text("New scenario").click()
    form = page.get_by_role("form", name="New scenario")
    form.get_by_label("Title").fill("It comes into sight")
    for _ in range(4):  # lines
        form.get_by_role("button", name="Add to then").click()
    form.locator("select").last.select_option(name)
    form.get_by_role("button", name="Write it").click()
    page.get_by_text("stands at the end of").wait_for()
    page.locator(".cm-lens").last.wait_for()  # such lines come behind it
    page.wait_for_function(IN_SIGHT, arg="It comes into sight")
    page.wait_for_timeout(500)
    assert page.evaluate(IN_SIGHT, "It comes into sight")
    reverts(author)


IN_SIGHT = """(text) => {
    const frame = document.querySelector(".cm-scroller").getBoundingClientRect();
    const lines = [...document.querySelectorAll(".cm-line")];
    const below = lines.slice(lines.findIndex((one) => one.textContent.includes(text)));
    const places = below.map((one) => one.getBoundingClientRect());
    const isSeen = (at) => frame.top <= at.top && at.bottom <= frame.bottom;
    return below.length > 4 && places.every(isSeen);
}"""


def test_a_file_is_called_otherwise_and_goes(author: Person) -> None:
    """Red if what was typed is lost with the name, the file stays, or its mistakes do."""
    page, new, other = author.page, "cards/extra.cards", "cards/more.cards"
    menu = page.locator("header details")
    page.get_by_role("textbox", name="New file").fill(new)
    page.get_by_role("button", name="Create").click()
    page.get_by_role("textbox", name=new).click()
    page.keyboard.insert_text("crd\n")
    page.get_by_role("button", name=f"{new} (not saved) ✗").wait_for()
    menu.get_by_text("File", exact=True).click()
    menu.get_by_label("Name").fill(other)
    menu.get_by_role("button", name="Rename").click()
    page.get_by_text(f"{new} is called {other} now.").wait_for()
    assert (author.folder / other).read_text("utf-8") == "crd\n"
    assert not (author.folder / new).exists()
    page.get_by_role("button", name=f"{other} ✗").wait_for()
    menu.get_by_text("File", exact=True).click()
    author.agrees = True
    menu.get_by_role("button", name="Remove").click()
    page.get_by_text(f"{other} is removed.").wait_for()
    assert not (author.folder / other).exists()
    page.get_by_label("Files").get_by_role("button", name=other).wait_for(state="hidden")
    assert page.get_by_text("In other files:").count() == 0
