"""The requests that lead into a room, from when they are asked until they are answered.

Each has a secret that is drawn and kept before it is sent. Repeated with the same secret on the next
connection it is the same request, so a lost reply costs nothing.
"""

from __future__ import annotations

from .answer import Ask, Json
from .seats import Seats, draw_key, draw_secret

ENTRANCES = frozenset(["create_room", "join_room", "take_seat", "watch_room"])
TICKETS = frozenset(["quick_match", "play"])


class Entrances:
    """At most one way into a room is under way, and at most one ticket waits for an opponent."""

    def __init__(self, server: str, seats: Seats) -> None:
        self.entrance: Ask | None = None
        self.ticket: Ask | None = None
        self._server = server
        self._seats = seats
        self._key = draw_key()

    def prepare(self, ask: Ask) -> None:
        """Complete a request, and keep its secret."""
        if ask.type in TICKETS:
            ask.body = {"key": self._key, **ask.body}
        if ask.type != "watch_room":
            ask.body = {"secret": draw_secret(), **ask.body}
        self.keep(ask.body, None)
        if ask.type in ENTRANCES:
            self.entrance = ask
        elif self.ticket is None:
            self.ticket = ask

    def queued(self, ask: Ask) -> None:
        """This is the ticket that waits; one before is replaced, and its secret is for no seat."""
        if self.ticket is not None and self.ticket is not ask:
            self.forget(self.ticket.body)
        self.ticket = ask

    def refused(self, ask: Ask) -> None:
        """It leads nowhere."""
        self.settled(ask.body)
        self.forget(ask.body)

    def settled(self, request: Json) -> None:
        """It is answered, and is not repeated."""
        if self.entrance is not None and self.entrance.body is request:
            self.entrance = None
        if self.ticket is not None and self.ticket.body is request:
            self.ticket = None

    def unqueued(self) -> None:
        """The ticket waits no longer."""
        if self.ticket is not None:
            self.refused(self.ticket)

    def keep(self, request: Json, room: str | None) -> None:
        """Keep a seat for the next run of the program."""
        if "secret" in request:
            self._seats.keep({"server": self._server, "request": request, "room": room})

    def forget(self, request: Json) -> None:
        """The seat is not there any more, or never was."""
        if "secret" in request:
            self._seats.forget(request["secret"])

    def repeated(self) -> list[Ask]:
        """The requests that are sent again on a new connection, the ticket first."""
        return [ask for ask in (self.ticket, self.entrance) if ask is not None]
