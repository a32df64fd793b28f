"""Formats whose files can be damaged: one mutant at a time goes through the whole chain."""

from __future__ import annotations

import os
import random
import shutil
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest
from click.testing import CliRunner
from mutations import damaged
from printed_records import MAP, MAPPING, PRINTED, RECORDS

import playsheet.api as ps
from playsheet.cli import main
from playsheet.dsl.loading import kept
from playsheet.dsl.loading import load as chain
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import FormatFiles, sources_of
from playsheet.dsl.problems.problem import Problem, has_errors
from playsheet.interpreter.runtime import match
from playsheet.interpreter.runtime.checking import problems_of
from playsheet.interpreter.runtime.edition import Edition
from playsheet.interpreter.runtime.rules import Rules
from playsheet.lab.checking.worded import every_problem
from playsheet.lab.scenarios.scenario import run_case, suite_of

LONGEST = 10  # seconds of our own that one mutant may take
DECISIONS = 30
COMMANDED = 0.2  # of the mutants are given to a command
STEPS = 20_000  # between two choices, so that a rule without end is met soon
ENDINGS = (".rules", ".cards", ".deck", ".scenario", ".game", ".yaml", ".jsonl")
COMMANDS = (  # {0}: the folder of the format, {1}: records
    "check {0}", "check {0} --json", "check {0} --cards {1}", "test {0}", "test {0} --cards {1}",
    "coverage {0}", "read {0}", "read {0} {1}", "fmt --check {0}", "diff {0} {0}",
    "play {0} --seats random,random", "play {0} --cards {1} --seats random,random",
    "simulate {0} --games 2 --cap 50", "replay {0}/played.game --of {0}", "explain Td-1 --of {0}",
    "explain Cub --of {0} --cards {1}", "explain TD-TURN-01 --of {0}",
)  # fmt: skip


LONG = ("test", "coverage")
CACHE = "PLAYSHEET_CACHE"


class Hangs(BaseException):
    """A mutant took too long."""


@contextmanager
def in_time(seconds: float = LONGEST) -> Generator[None, None, None]:
    """Stops what does not stop by itself, where signals can do that."""

    def ring(_: int, __: FrameType | None) -> None:
        raise Hangs(f"more than {seconds} seconds")

    begun = time.process_time()
    rings = hasattr(signal, "SIGVTALRM") and threading.current_thread() is threading.main_thread()
    old = signal.signal(signal.SIGVTALRM, ring) if rings else None
    if rings:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        if rings:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, old)
    if time.process_time() - begun > seconds:
        raise Hangs(f"more than {seconds} seconds")


@contextmanager
def quick_chain() -> Generator[None, None, None]:
    """What did not change is read once; nothing is kept on the disk, but where a workshop says so;
    rules without end are met soon.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, "")
        remembering = Remembering()
        patch.setattr(chain, "load", remembering)
        patch.setattr(kept, "load", remembering)
        patch.setattr(
            match.Match.__init__,
            "__kwdefaults__",
            {"budget": STEPS, "compile": None, "chance": None},
        )
        yield


class Remembering:
    """The chain of `dsl/loading/load.py`, which is asked twice for each mutant."""

    def __init__(self) -> None:
        self.load = chain.load
        self.key: object = None
        self.found: chain.Loaded | None = None

    def __call__(self, sources: FormatFiles) -> chain.Loaded:
        mapping = sources.mapping()
        read = [*sources.rules, *sources.cards, *sources.own_cards, *([mapping] if mapping else ())]
        key = [(source.name, source.raw) for source in read]
        if self.found is None or key != self.key:
            self.key, self.found = key, self.load(sources)
        return replace(self.found, files=sources)


def unlocated(problems: list[Problem]) -> list[Problem]:
    """Problems that nobody could find the place of."""
    return [p for p in problems if not p.file or p.line < 1 or not p.message.strip()]


class Workshop:
    """A copy of a format in a folder of its own, with a played game if it `plays`. One that ships
    was checked once by then, undamaged: to read it at all may take as long as a mutant may.
    """

    def __init__(self, origin: Path, cards: Path | None, folder: Path, plays: bool = True) -> None:
        self.folder = folder
        self.cache = f"{folder}-cache" if plays and cards is not None else ""
        # All scenarios of a format that ships run for longer than a mutant may, damaged or not.
        self.commands = (
            COMMANDS if cards is None else tuple(c for c in COMMANDS if c.split()[0] not in LONG)
        )
        shutil.copytree(origin, folder)
        if cards is not None:
            shutil.copytree(cards, folder / "cards")
        elif not (folder / MAPPING).exists():
            (folder / MAPPING).write_text(MAP, encoding="utf-8")
            rows = "".join(" ".join(row.split()) + "\n" for row in PRINTED)
            (folder / RECORDS).write_text(rows, encoding="utf-8")
        with self.keeping():
            if self.cache:
                assert every_problem(self.files()) == []
            if plays:
                game = self.rules().new_game(seed=5)
                play(game, random.Random(5), 400)
                (folder / "played.game").write_text(game.transcript(), encoding="utf-8")
        self.originals = {
            path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.suffix in ENDINGS
        }

    def files(self, records: bool = False) -> FormatFiles:
        return sources_of(self.folder, self.folder / RECORDS if records else None)

    def rules(self, records: bool = False) -> Rules:
        return Rules(Edition(self.files(records)))

    @contextmanager
    def keeping(self) -> Generator[None, None, None]:
        """Where what is read of the format is kept."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(CACHE, self.cache)
            yield

    @contextmanager
    def changed(self, path: Path, raw: bytes) -> Generator[None, None, None]:
        path.write_bytes(raw)
        try:
            yield
        finally:
            path.write_bytes(self.originals[path])

    @contextmanager
    def replaced(self, path: Path, rng: random.Random) -> Generator[None, None, None]:
        """Something else stands where the file was."""
        outside = self.folder.parent / f"outside{path.suffix}"
        outside.write_bytes(self.originals[path])
        path.unlink()
        way = rng.choice(("pipe", "folder", "device", "outside", "nowhere", "itself", "nothing"))
        if way == "pipe" and hasattr(os, "mkfifo"):
            os.mkfifo(path)
        elif way == "folder":
            path.mkdir()
        elif way != "nothing":
            goals = {"device": Path("/dev/zero"), "outside": outside, "itself": path}
            path.symlink_to(goals.get(way, self.folder / "nowhere"))
        try:
            yield
        finally:
            path.rmdir() if way == "folder" else path.unlink(missing_ok=True)
            path.write_bytes(self.originals[path])

    def mutant(self, path: Path, raw: bytes, rng: random.Random) -> str:
        """How a mutant ended, in a word; what must not be is raised."""
        with self.changed(path, raw), self.keeping(), in_time():
            if rng.random() < COMMANDED:
                return self.run_command(rng)
            if path.suffix == ".game":
                return self.run_transcript(raw)
            if path.suffix == ".scenario":
                return self.run_scenarios(path)
            records = path.name in (MAPPING, RECORDS) and (self.folder / RECORDS).exists()
            return self.run_format(rng, records)

    def special(self, path: Path, rng: random.Random) -> str:
        """How a command ended where a file is none."""
        with self.replaced(path, rng), self.keeping(), in_time():
            return self.run_command(rng)

    def run_command(self, rng: random.Random) -> str:
        """A command is carried out; it may find fault with the files, and with nothing else."""
        words = rng.choice(self.commands).format(self.folder, self.folder / RECORDS)
        ended = CliRunner().invoke(main, words.split())
        if ended.exception is not None and not isinstance(ended.exception, SystemExit):
            raise ended.exception
        assert ended.exit_code in (0, 1, 2), (words, ended.output)
        for wrong in ("fault of the program", "Traceback", "nested too deeply to be"):
            assert wrong not in ended.output, (words, ended.output)
        return "commanded"

    # ---- the chains

    def run_format(self, rng: random.Random, records: bool = False) -> str:
        """Checked; then a game is begun and played for a while."""
        files = self.files(records)
        loaded = loaded_of(files)
        problems = problems_of(files, loaded)
        assert not unlocated(problems), unlocated(problems)
        if has_errors(problems):
            return "problems"
        rules = Rules(Edition(files))
        try:
            game = rules.new_game(seed=rng.randrange(1000))
            play(game, rng, DECISIONS)
            if rng.random() < 0.2:
                assert ps.replay(game.transcript(), rules) == game
                game.view(game.seats[0])
        except ps.WrongUse:
            assert not rules.decks
            return "problems"
        except ps.RulesError as error:
            assert not unlocated(error.problems), error.problems
            return "problems"
        except ps.RuleFault as fault:
            assert not unlocated([fault.problem]), fault.problem
            return "fault"
        return "played"

    def run_scenarios(self, path: Path) -> str:
        suite = suite_of(self.loaded(), [path])
        assert not unlocated(suite.problems), suite.problems
        rules = suite.prepared()
        passed = not suite.problems
        for case in suite.cases:
            result = run_case(rules, case)
            assert not unlocated(result.problems), result.problems
            passed = passed and result.passed
        return "passed" if passed else "problems"

    def loaded(self) -> chain.Loaded:
        if not hasattr(self, "_loaded"):
            self._loaded = loaded_of(self.files())
        return self._loaded

    def run_transcript(self, raw: bytes) -> str:
        try:
            text = raw.decode("utf-8", "replace")
            ps.replay(text, self.kept_rules())
        except ps.ReplayDiverged as error:
            assert error.expected != error.found
            return "diverged"
        except ps.RulesError as error:
            assert not unlocated(error.problems), error.problems
            return "problems"
        return "passed"

    def kept_rules(self) -> Rules:
        if not hasattr(self, "_kept_rules"):
            self._kept_rules = self.rules()
        return self._kept_rules


def play(game: ps.Game, rng: random.Random, decisions: int) -> None:
    """Some answers at random."""
    for _ in range(decisions):
        if game.is_over():
            return
        game.apply(rng.choice(game.legal_actions()))


def mutated(raw: bytes, rng: random.Random) -> bytes:
    """A file after accidents to its lines and words, or to its bytes."""
    if rng.random() < 0.8:
        lines = raw.decode("utf-8").split("\n")
        return damaged(lines, rng).encode("utf-8", "surrogatepass")
    found = bytearray(raw)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(found))
        way = rng.randrange(3)
        if way == 0:
            found[place] ^= 1 << rng.randrange(8)
        elif way == 1:
            found[place : place + rng.randrange(1, 40)] = b""
        else:
            found[place:place] = rng.randbytes(rng.randrange(1, 4))
    return bytes(found)
