"""The times at which a client connects again, sends pings and gives a link up
("Who is told what, and when" in docs/protocol.md).

All times are milliseconds of a clock that never runs back, such as `time.monotonic`.
"""

from __future__ import annotations

import random
from typing import Literal

PLAYING_PING_MS = 1_000
PLAYING_PATIENCE_MS = 2_000
IDLE_PING_MS = 20_000
IDLE_PATIENCE_MS = 3_000
# From connecting to the reply to `hello`.
GREETING_PATIENCE_MS = 5_000

FIRST_PAUSE_MS = 250
LONGEST_PAUSE_MS = 8_000
# A link that lived so long was a link, and the pauses begin anew.
STEADY_MS = 1_000


class Timing:
    """The times of one client's links, one after another."""

    def __init__(self) -> None:
        self.open_at_ms: int | None = 0
        """The time to open the next connection; nothing while there is one, or when there is to be none."""
        self._connected_ms = 0
        self._attempts = 0
        self._greeted = False
        self._heard_ms = 0
        self._pinged_ms = 0
        # The first ping since a frame arrived: the one that has waited longest for an answer.
        self._unanswered_ms: int | None = None

    def opened(self, now_ms: int) -> None:
        """A connection is there."""
        self.open_at_ms = None
        self._connected_ms = now_ms
        self._greeted = False

    def greeted(self, now_ms: int) -> None:
        """The server has answered `hello`."""
        self._greeted = True
        self._pinged_ms = now_ms
        self.heard(now_ms)

    def heard(self, now_ms: int) -> None:
        """A frame arrived, whichever."""
        self._heard_ms = now_ms
        self._unanswered_ms = None

    def closed(self, now_ms: int, retry_in_ms: int | None) -> None:
        """The connection ended, or could not be opened. Pauses grow, and are random, so that not all
        clients come back at once; but the server may have said when."""
        lived = self._greeted and now_ms - self._connected_ms > STEADY_MS
        self._attempts = 0 if lived else self._attempts + 1
        if self.open_at_ms is None or self.open_at_ms <= now_ms:
            longest = min(FIRST_PAUSE_MS * 2 ** min(self._attempts, 10), LONGEST_PAUSE_MS)
            pause_ms = random.randint(longest // 2, longest) if retry_in_ms is None else retry_in_ms
            self.open_at_ms = now_ms + pause_ms

    def due(self, now_ms: int, playing: bool) -> Literal["ping", "give up"] | None:
        """The action that is due now, at the time that `wake_at_ms` gave."""
        if now_ms >= self._dead_at_ms(playing):
            return "give up"
        if self._greeted and now_ms >= self._ping_at_ms(playing):
            self._pinged_ms = now_ms
            if self._unanswered_ms is None:
                self._unanswered_ms = now_ms
            return "ping"
        return None

    def wake_at_ms(self, playing: bool) -> float:
        """The time to call `due` again."""
        dead_at_ms = self._dead_at_ms(playing)
        return min(dead_at_ms, self._ping_at_ms(playing)) if self._greeted else dead_at_ms

    def _ping_at_ms(self, playing: bool) -> int:
        """In a running game a ping is sent every second, whether or not others are answered."""
        if playing:
            return self._pinged_ms + PLAYING_PING_MS
        return max(self._heard_ms, self._pinged_ms) + IDLE_PING_MS

    def _dead_at_ms(self, playing: bool) -> float:
        if not self._greeted:
            return self._connected_ms + GREETING_PATIENCE_MS
        if self._unanswered_ms is None:
            return float("inf")
        return self._unanswered_ms + (PLAYING_PATIENCE_MS if playing else IDLE_PATIENCE_MS)
