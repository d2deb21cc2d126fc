"""Record of the events and views of each room, from all connections: everybody must see the same."""

from __future__ import annotations

import json
from typing import Any

from faults import Fault, Findings
from oxo_client import fold

Json = dict[str, Any]


class Ledger:
    """One room's events and views by `seq`, compared among all connections that saw them."""

    def __init__(self) -> None:
        self._events: dict[int, Json] = {}
        self._views: dict[int, str] = {}

    def event(self, frame: Json) -> None:
        """An event has one text for everybody."""
        seen = self._events.setdefault(frame["seq"], frame)
        if seen != frame:
            raise Fault(f"two events have one number: {json.dumps(seen)} and {json.dumps(frame)}")

    def event_at(self, seq: int) -> str | None:
        """The type of an event, if anybody saw it."""
        event = self._events.get(seq)
        return event["type"] if event else None

    def view(self, view: Json, findings: Findings) -> None:
        """A view is the fold of the events, whether it was folded here or sent by the server."""
        seq, text = view["seq"], json.dumps(view, sort_keys=True)
        seen = self._views.setdefault(seq, text)
        if seen != text:
            raise Fault(f"two views of one number: {seen} and {text}")
        findings.counts["views equal"] += 1


class Rooms:
    """The ledgers by code; a room that gets another code keeps its ledger."""

    MOST = 2_000

    def __init__(self) -> None:
        self._ledgers: dict[str, Ledger] = {}

    def of(self, code: str) -> Ledger:
        """The ledger of a room. The oldest are forgotten."""
        if code not in self._ledgers and len(self._ledgers) >= self.MOST:
            self._ledgers.pop(next(iter(self._ledgers)))
        return self._ledgers.setdefault(code, Ledger())

    def renamed(self, old: str, new: str) -> None:
        """A room has another code."""
        self._ledgers[new] = self.of(old)


class Follower:
    """A connection's view of the room it is in."""

    def __init__(self, rooms: Rooms, findings: Findings) -> None:
        self._rooms = rooms
        self._findings = findings
        self.room: str | None = None
        self.view: Json | None = None
        self.now: Json | None = None
        self._may_be_old = False

    def enter(self, room: str, view: Json | None = None, matched: bool = False) -> None:
        """In this room from now on. With a view, only the events after it follow."""
        self.room, self.view, self.now = room, view, None
        self._may_be_old = matched

    def leave(self) -> None:
        """In no room."""
        self.room = self.view = None

    def snapshot(self, frame: Json) -> None:
        """A `room` frame."""
        if self.room is None or frame["room"] != self.room:
            raise Fault(f"a room frame of another room: of {frame['room']} in {self.room}")
        if frame["seq"] != frame["view"]["seq"]:
            raise Fault(f"a room frame is not at its view's number: {json.dumps(frame)}")
        self._rooms.of(self.room).view(frame["view"], self._findings)
        self._findings.counts["snapshots"] += 1
        self.view, self.now = frame["view"], frame["now"]
        self._may_be_old = False

    def event(self, frame: Json) -> None:
        """An event. Before the `room` frame, only one of the room before can come, and only after `matched`."""
        if self.view is None or self.room is None:
            if not self._may_be_old:
                raise Fault(f"an event without a room: {json.dumps(frame)} in {self.room}")
            return
        if frame["room"] != self.room:
            self._rooms.renamed(self.room, frame["room"])
            self.room = frame["room"]
        if frame["at_ms"] < self.view["at_ms"]:
            raise Fault(f"time runs back: {frame['at_ms']} after {self.view['at_ms']}")
        ledger = self._rooms.of(self.room)
        ledger.event(frame)
        self.view = fold(self.view, frame)
        ledger.view(self.view, self._findings)
        self._findings.counts["events"] += 1
