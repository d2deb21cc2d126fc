"""One's place in a room: a seat at its table, or a place among its spectators, with the room's view."""

from __future__ import annotations

from .answer import Json
from .commands import Commands
from .fold import fold


class Place:
    """Folds the room's events and knows how to come back after a lost link."""

    def __init__(self, room: str, side: str | None, request: Json) -> None:
        self.room = room
        self.side = side
        self.request = request
        """The request that led here; with the secret, if it is a seat."""
        self.view: Json | None = None
        self.now: Json | None = None
        self.commands = Commands()
        self.entered = False
        """Whether the server has confirmed the place on the present connection."""
        self.over = False
        """Whether the room has ended. Its last view stays to be looked at."""
        self.stale = False
        """Whether events are missing, so that the whole room is to be fetched."""

    @property
    def secret(self) -> str | None:
        """The secret of the seat; none for spectators."""
        return self.request.get("secret")

    @property
    def playing(self) -> bool:
        """Whether one sits at the table and a game is running."""
        game = (self.view or {}).get("game")
        return self.side is not None and game is not None and not game.get("over")

    def way_back(self, yields: bool) -> Json:
        """The request that leads here again on a new connection; one that yields leaves the seat where another device plays."""
        if self.secret is None:
            return {"type": "watch_room", "room": self.room}
        last_seq = 0 if self.stale or self.view is None else self.view["seq"]
        back = {"type": "resume", "room": self.room, "secret": self.secret, "last_seq": last_seq}
        return {**back, "yields": True} if yields else back

    def snapshot(self, frame: Json) -> None:
        """A `room` frame replaces what was known."""
        self.view = frame["view"]
        self.now = frame["now"]
        self.stale = False
        self.commands.view_is_at(frame["seq"])

    def event(self, frame: Json) -> bool:
        """Fold an event, and say so; one that is known already, or of the room before, is left alone.
        Raises `Gap` if one before it is missing."""
        if self.view is None or frame["seq"] <= self.view["seq"]:
            return False
        self.view = fold(self.view, frame)
        self.over = frame["type"] == "ended"
        self.commands.view_is_at(frame["seq"])
        return True
