"""Transcripts: a game as text, one line an event, that a reader can follow and a replay can
check to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..dsl.gamelines import digest_of
from .layout import RECORDER, RESULT, SEAT, State
from .scribe import Scribe
from .sitting import OPTION, Sitting
from .telling import CARD, Telling, Told, shown
"""
"""
