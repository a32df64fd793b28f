"""Compares effects of the ancestor's cards, run as scenarios, with scripts that say what they
do. By hand: python tests/lab/ancestor_scripts.py CARDS.jsonl [--show TEXT]

A line of the file is a card with "effects": each has a "box", a "text" and a script in
JavaScript (run by Node) that changes `own` and `opponent` and pushes `commands`. Every text is
run in several positions; what the script leaves must be what the rules leave.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import Loaded
from playsheet.lab.scenarios.scenario import run_scenarios

TYPES = {
    "Fire": "Dragon",
    "Ice": "Marine",
    "Nature": "Nature",
    "Darkness": "Nightmare",
    "Rare": "Enigma",
}
LEVELS = {"R": "R", "C": "C", "U": "U", "A": "M"}
SLOTS = {"c": "circle", "t": "triangle", "x": "cross"}
POWERS = {"c_power": "circle", "t_power": "triangle", "x_power": "cross"}
SIDES = {"own": "ana", "opponent": "bo"}
MOST_CHOICES = 12

RUNNER = """
const rows = JSON.parse(require("fs").readFileSync(0, "utf8"));
const out = rows.map(({script, own, opponent}) => {
  const commands = [];
  new Function("own", "opponent", "commands", script)(own, opponent, commands);
  return {own, opponent, commands};
});
console.log(JSON.stringify(out));
"""


@dataclass
class Case:
    """One text in one position, with what the script makes of it."""

    box: str
    text: str
    script: str
    own: dict[str, Any]
    opponent: dict[str, Any]
    left: dict[str, Any] = field(default_factory=dict)


def side(
    specialty: str, level: str, hp: int, powers: tuple[int, int, int], attack: str, **more: Any
) -> dict[str, Any]:
    """A player's side as scripts see it."""
    return {
        "specialty": specialty,
        "level": level,
        "hp": hp,
        **dict(zip(POWERS, powers, strict=True)),
        "selected_attack": attack,
        "hand_count": 3,
        "dp_count": 2,
        "is_first_attack": False,
        "is_countering": [],
        "is_crashing": False,
        "is_absorbing": False,
        "is_reviving": 0,
        "jamming": [],
        "support_voided": False,
        "option_voided": False,
        **more,
    }


def positions() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Sides that between them meet every condition and miss it."""
    found = []
    kinds = [*TYPES]
    for k, mine in enumerate(kinds):
        theirs = kinds[(k + 2) % 5]
        same = k % 2 == 0
        found.append(
            (
                side(
                    mine,
                    "RCUAR"[k],
                    (150, 420, 900, 700, 460)[k],
                    (400, 300, 210),
                    "ctxct"[k],
                    hand_count=(0, 3, 4, 1, 2)[k],
                    dp_count=(1, 2, 3, 2, 4)[k],
                ),
                side(
                    theirs,
                    "CUARU"[k],
                    (1200, 600, 800, 640, 300)[k],
                    (500, 350, 250),
                    "ctxct"[k] if same else "txctc"[k],
                    hand_count=(2, 4, 3, 5, 1)[k],
                    dp_count=(3, 1, 4, 2, 2)[k],
                ),
            )
        )
    return found


def cases_of(path: Path) -> list[Case]:
    seen: dict[tuple[str, str], str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        for effect in json.loads(line)["effects"]:
            script = effect.get("oracle_script_js")
            if script and effect["text"] != "None":
                seen.setdefault((effect["box"], effect["text"]), script)
    return [
        Case(box, text, script, json.loads(json.dumps(own)), json.loads(json.dumps(opponent)))
        for (box, text), script in seen.items()
        for own, opponent in positions()
    ]


def run_scripts(cases: list[Case]) -> None:
    rows = [{"script": c.script, "own": c.own, "opponent": c.opponent} for c in cases]
    done = subprocess.run(
        ["node", "-e", RUNNER], input=json.dumps(rows), capture_output=True, text=True, check=True
    )
    for case, left in zip(cases, json.loads(done.stdout), strict=True):
        case.left = left


# ---- what must hold


def counts_after(case: Case) -> Counter[str]:
    """How many cards lie where, with the commands carried out."""
    counts: Counter[str] = Counter()
    for name, given in (("own", case.own), ("opponent", case.opponent)):
        counts[f"{name} hand"] = given["hand_count"]
        counts[f"{name} dp"] = given["dp_count"]
        counts[f"{name} deck"] = 12
        counts[f"{name} trash"] = 0
    for command in case.left["commands"]:
        verb, who, *rest = command.split("|")
        if verb == "draw-card":
            amount = min(int(rest[0]), counts[f"{who} deck"])
            counts[f"{who} deck"] -= amount
            counts[f"{who} hand"] += amount
        elif verb == "move-card":
            source, target, number = rest[0], rest[1], int(rest[2])
            amount = min(number, counts[f"{who} {source}"])
            counts[f"{who} {source}"] -= amount
            counts[f"{who} {target}"] += amount
        elif verb not in ("shuffle", "draw-partner"):
            raise SystemExit(f"unknown command: {command}")
    return counts


def claims_of(case: Case) -> list[str]:
    found: list[str] = []
    for name, player in SIDES.items():
        given = getattr(case, name)
        left = case.left[name]
        found.append(f"{player}'s hp is {max(int(left['hp']), 0)}")
        for word, slot in POWERS.items():
            power = max(int(left[word]), 0)
            found.append(f"{player}'s active's attack[{slot}]'s power is {power}")
        if left["selected_attack"] != given["selected_attack"] or case.box != "cross_ability":
            found.append(f"{player}'s choice is {SLOTS[left['selected_attack']]}")
        if left["specialty"] in TYPES:
            found.append(f"{player}'s active's types has {TYPES[left['specialty']]}")
        if left["is_first_attack"]:
            found.append(f"{player}'s first_gained_at is more than 0")
        if left["is_reviving"]:
            found.append(f"{player}'s revival is {int(left['is_reviving'])}")
        if left["is_absorbing"]:
            slot = "cross" if case.box == "cross_ability" else SLOTS[left["selected_attack"]]
            found.append(f"{player}'s active's attack[{slot}] has Drain")
        if left["is_crashing"]:
            found.append(f"{player}'s active's attack[cross] has Crash")
    counts = counts_after(case)
    for name, player in SIDES.items():
        for zone in ("hand", "dp", "deck"):
            found.append(f"count of {player}'s {zone} is {counts[f'{name} {zone}']}")
    return found


# ---- scenarios


def scenario_of(number: int, case: Case, code: str, choosers: list[str]) -> str:
    own, opponent = case.own, case.opponent
    lines = [f'scenario "Case {number}"', "    given turn_player is ana; turn_number is 2"]
    step = "support.resolve"
    support = ""
    attack = ""
    if case.box == "cross_ability":
        step, attack = "battle.jam", case.text
        own = {**own, "selected_attack": "x"}
    else:
        support = case.text
    lines[1] += f"; phase {step}"
    for given, player in ((own, "ana"), (opponent, "bo")):
        cross = f"{given['x_power']}"
        if player == "ana" and attack:
            cross += f", {attack}"
        lines.append(
            f'    and {player}\'s active_zone holds "Agumon" with level {LEVELS[given["level"]]}'
            f' with primary {TYPES[given["specialty"]]} with attack[circle] "{given["c_power"]}"'
            f' with attack[triangle] "{given["t_power"]}" with attack[cross] "{cross}"'
        )
        lines.append(
            f"    and {player}'s hp is {given['hp']}; {player}'s choice is "
            f'{SLOTS[given["selected_attack"]]}; {player}\'s deck holds 12 "Gabumon"'
        )
        if given["hand_count"]:
            lines.append(f'    and {player}\'s hand holds {given["hand_count"]} "Gabumon"')
        if given["dp_count"]:
            lines.append(f'    and {player}\'s dp holds {given["dp_count"]} "Gabumon"')
        if case.box == "cross_ability":
            lines.append(f"    and {player}'s used is {SLOTS[given['selected_attack']]}")
    if support:
        lines.append(f'    and ana\'s support_zone holds "{code}"')
        lines.append(
            '    and bo\'s support_zone holds "Garurumon" with support "Boost own Power +0."'
        )
    deeds = [f'{player} chooses "Gabumon"' for player in choosers]
    end = "battle.order_attacks" if case.box == "cross_ability" else "battle.opening_battle"
    lines.append("    when " + "; ".join([*deeds, f"play runs to {end}"]))
    claims = claims_of(case)
    lines.append(f"    then {claims[0]}")
    lines += [f"    and {claim}" for claim in claims[1:]]
    return "\n".join(lines) + "\n"


def read_cards(cases: list[Case], folder: Path) -> tuple[Loaded, dict[str, str]]:
    """The format with an Option for each text that can be read, and the codes of those."""
    vocabulary = loaded_of(sources_of("dbe")).vocabulary
    assert vocabulary is not None
    codes: dict[str, str] = {}
    rows: list[str] = []
    for text in dict.fromkeys(c.text for c in cases if c.box != "cross_ability"):
        if vocabulary.read_text(text).status == "read":
            codes[text] = f"Cs-{len(codes)}"
            rows.append(
                f'card "Case {len(codes)}" {codes[text]}\n    kind Option\n    support {text}'
            )
    path = folder / "cases.cards"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return loaded_of(sources_of("dbe", cards=path)), codes


def run(cases: list[Case], folder: Path) -> dict[int, str]:
    """What differs, by the number of the case."""
    loaded, codes = read_cards(cases, folder)
    wrong = {
        n: "unread" for n, c in enumerate(cases) if c.box != "cross_ability" and c.text not in codes
    }
    choosers: dict[int, list[str]] = {n: [] for n in range(len(cases)) if n not in wrong}
    for turn in range(MOST_CHOICES):
        path = folder / f"cases{turn}.scenario"
        text = (
            scenario_of(n, cases[n], codes.get(cases[n].text, ""), asked)
            for n, asked in choosers.items()
        )
        path.write_text("\n".join(text), encoding="utf-8")
        again: dict[int, list[str]] = {}
        for result in run_scenarios(loaded, [path]):
            if not result.name.startswith("Case "):
                raise SystemExit(result.message)
            number = int(result.name.removeprefix("Case "))
            wrong.pop(number, None)
            if not result.passed:
                wrong[number] = result.message
                asked = re.search(r": (ana|bo) is asked", result.message)
                if asked is not None:
                    again[number] = [*choosers[number], asked[1]]
        choosers = again
        if not again:
            break
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", type=Path)
    parser.add_argument("--show", default="")
    given = parser.parse_args()
    cases = [c for c in cases_of(given.cards) if given.show.lower() in c.text.lower()]
    run_scripts(cases)
    with tempfile.TemporaryDirectory() as folder:
        wrong = run(cases, Path(folder))
    texts = {(c.box, c.text) for c in cases}
    bad: dict[tuple[str, str], str] = {}
    for number, message in wrong.items():
        bad.setdefault((cases[number].box, cases[number].text), message)
    for (box, text), message in bad.items():
        print(f"differs  {box}: {text}\n         {message.splitlines()[0]}")
    print(f"{len(texts)} texts, {len(texts) - len(bad)} agree in {len(positions())} positions.")


if __name__ == "__main__":
    main()
