"""A client's session over many connections: it greets, enters rooms, returns to its place after a lost
link, and gives the answer to each request.

It does no input or output and has no clock. Whoever uses it opens the connections, moves the frames,
and says what time it is, in milliseconds of a clock that never runs back. `client.Client` does so with
asyncio; the tests do it with recorded connections.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from .answer import Answer, Ask, Json, LinkLost, Refused, answer_of
from .commands import SEAT_COMMANDS, about_game
from .entrances import ENTRANCES, TICKETS, Entrances
from .fold import Gap, is_event
from .place import Place
from .seats import NoSeats, Seats
from .timing import LONGEST_PAUSE_MS, Timing

VERSION = 1
MOST_UNANSWERED = 256

Link = Literal["connecting", "open", "waiting", "superseded", "ended"]


class Session:
    """A client's side of the protocol.

    `link` is `connecting` until the first greeting, `open`, `waiting` (lost; another attempt comes at
    `open_at_ms`), `superseded` (another program took the seat: see `take_back`) or `ended` (see `why`).
    """

    def __init__(self, address: str, hello: Json, seats: Seats | None = None) -> None:
        self.link: Link = "connecting"
        self.base = address
        self.wants_close = False
        self.place: Place | None = None
        self.welcome: Json | None = None
        self.notice: Json | None = None
        self.saving = False
        self.why: Refused | str | None = None
        """The cause of the end of a ticket, a place or the session, unless the user asked for it."""
        self._hello = hello
        self._entrances = Entrances(address, seats or NoSeats())
        self._way_back: Ask | None = None
        self._awaited: Ask | None = None
        self._insists = False
        """Whether the user asked for the seat, wherever else it is played."""
        self._outgoing: list[Json] = []
        self._asked: dict[int, Ask] = {}
        self._later: list[Ask] = []
        self._next_id = 1
        self._saving_id: int | None = None
        self._timing = Timing()

    @property
    def open_at_ms(self) -> int | None:
        """The time to open the next connection, to `base`; nothing when there is to be none."""
        return self._timing.open_at_ms

    @property
    def queued(self) -> bool:
        """Whether a quick match waits."""
        return self._entrances.ticket is not None

    # Calls from the program.

    def ask(self, ask: Ask) -> None:
        """Send a request, written without `id`, `n`, `secret` and `key`, and for a seat's command without
        `room`, `game` and a move's `ply`, which are those of the room in view."""
        if len(self._asked) + len(self._later) >= MOST_UNANSWERED:
            raise OverflowError(f"more than {MOST_UNANSWERED} requests wait for the server")
        if self.link in ("ended", "superseded"):
            ask.resolve(LinkLost(f"the session is {self.link}"))
        elif ask.type in SEAT_COMMANDS:
            self._command(ask)
        else:
            if ask.type in ENTRANCES | TICKETS:
                self._entrances.prepare(ask)
            if self.link == "open":
                self._send(ask)
            elif all(ask is not one for one in self._entrances.repeated()):
                self._later.append(ask)

    def return_to(self, kept: Json, done: Callable[[Answer], None]) -> None:
        """Take a seat again that an earlier run of the program kept: see `seats.Seats`."""
        if kept["room"] is None:
            self.ask(Ask(kept["request"], done))
            return
        self.place = Place(kept["room"], None, kept["request"])
        self._awaited = Ask({"type": "resume"}, done)
        self._insists = True
        self._return()

    def take_back(self, now_ms: int) -> None:
        """Return to the seat that another program took: only when the user asks for it."""
        if self.link == "superseded":
            self.link = "waiting"
            self._insists = True
            self._timing.open_at_ms = now_ms

    def _command(self, ask: Ask) -> None:
        place = self.place
        if place is None or place.over or place.side is None:
            ask.resolve(Refused("not_in_room"))
            return
        try:
            ask.body = {**about_game(ask.type, place.view), **ask.body}
        except Refused as no_game:
            ask.resolve(no_game)
            return
        place.commands.add(ask)
        self._flush()

    # Calls from the connection.

    def opened(self, now_ms: int) -> None:
        """A connection to `base` is there: greet."""
        self._timing.opened(now_ms)
        self._send(Ask({"type": "hello", "versions": [VERSION], **self._hello}))

    def received(self, frame: Json, now_ms: int) -> None:
        """A frame arrived."""
        self._timing.heard(now_ms)
        kind = frame["type"]
        if is_event(frame):
            self._event(frame)
        elif kind in ("reply", "pong"):
            self._reply(frame, now_ms)
        elif kind == "bye":
            self._bye(frame, now_ms)
        elif kind == "matched" and self._entrances.ticket:
            self._enter(frame["room"], frame["seat"], self._entrances.ticket.body)
        elif kind == "unqueued":
            self._unqueued(frame["reason"])
        elif kind == "saving":
            self.saving, self._saving_id = True, frame["id"]
        elif kind == "notice":
            self.notice = {name: value for name, value in frame.items() if name != "type"} or None
        elif self.place is not None and frame.get("room") == self.place.room:
            self._about_place(frame, self.place)
        self._flush()

    def closed(self, now_ms: int, retry_in_ms: int | None = None) -> None:
        """The connection has ended, or could not be opened; with what the server said of when to return."""
        self.wants_close = self.saving = False
        self._outgoing.clear()
        asked, self._asked = list(self._asked.values()), {}
        repeated = [*self._entrances.repeated(), self.place and self.place.commands.pending]
        for ask in asked:
            if not any(ask is one for one in repeated):
                ask.resolve(LinkLost("the connection was lost before the reply"))
        if self.place is not None:
            self.place.entered = False
            self.place.commands.link_lost()
        if self.link in ("ended", "superseded"):
            self.give_up()
            return
        if self.link == "open":
            self.link = "waiting"
        self._timing.closed(now_ms, retry_in_ms)

    def tick(self, now_ms: int) -> None:
        """Time has passed: called at `wake_at_ms`, or at any time, while there is a connection."""
        due = self._timing.due(now_ms, self._playing)
        if due == "give up":
            self.wants_close = True
        elif due == "ping":
            self._send(Ask({"type": "ping"}))

    @property
    def wake_at_ms(self) -> float:
        """The time of the next call of `tick`, while there is a connection."""
        return self._timing.wake_at_ms(self._playing)

    def take_outgoing(self) -> list[Json]:
        """The frames that are to be sent now, in their order."""
        self._outgoing, frames = [], self._outgoing
        return frames

    @property
    def _playing(self) -> bool:
        return self.place is not None and self.place.playing

    def _send(self, ask: Ask, body: Json | None = None) -> None:
        number, self._next_id = self._next_id, self._next_id + 1
        self._asked[number] = ask
        self._outgoing.append({"id": number, **(body or ask.body)})

    def _flush(self) -> None:
        """Send the seat's next command, once the place is confirmed."""
        place = self.place
        if self.link != "open" or place is None or not place.entered:
            return
        if place.over:
            if not any(ask is place.commands.pending for ask in self._asked.values()):
                place.commands.drop(Refused("not_in_room"))
            return
        body = place.commands.to_send(place.room)
        if body is not None and place.commands.pending is not None:
            self._send(place.commands.pending, body)

    # What replies say.

    def _reply(self, frame: Json, now_ms: int) -> None:
        ask = self._asked.pop(frame["id"], None)
        if self._saving_id == frame["id"]:
            self.saving = False
        if ask is None:
            return
        answer = frame if frame["type"] == "pong" else answer_of(frame)
        if ask.type == "hello":
            self._greeted(answer, now_ms)
        elif ask is self._way_back:
            self._returned(answer, now_ms)
        elif ask.type in SEAT_COMMANDS:
            self._commanded(ask, answer)
        else:
            self._answered(ask, answer)

    def _greeted(self, answer: Answer, now_ms: int) -> None:
        if isinstance(answer, Exception):
            self._end(answer)
            return
        self.link = "open"
        self.welcome = answer
        self.notice = answer.get("notice")
        self.base = answer.get("address") or self.base
        self._timing.greeted(now_ms)
        self._return()
        later, self._later = self._later, []
        for ask in [*self._entrances.repeated(), *later]:
            self._send(ask)

    def _return(self) -> None:
        if self.link == "open" and self.place is not None and not self.place.over:
            shared = "shared_seats" in (self.welcome or {}).get("features", [])
            self._way_back = Ask(self.place.way_back(yields=shared and not self._insists))
            self._send(self._way_back)

    def _returned(self, answer: Answer, now_ms: int) -> None:
        place = self.place
        if place is None:
            return
        if isinstance(answer, Refused):
            if answer.retry_in_ms is not None or answer.code == "internal":
                self._timing.open_at_ms = now_ms + (answer.retry_in_ms or LONGEST_PAUSE_MS)
                self.wants_close = True
                return
            if answer.code == "superseded":
                self._superseded(place)
                return
            self.why = answer
            self._insists = False
            self._leave(answer)
        elif not isinstance(answer, Exception):
            self._insists = False
            place.entered = True
            place.room = answer["room"]
            place.side = answer.get("seat")
            if place.side is not None:
                last = answer.get("last")
                place.commands.resumed(answer["n"], answer_of(last) if last else None)
                if place.view is not None and not place.stale:
                    place.commands.view_is_at(place.view["seq"])
        if self._awaited is not None:
            self._awaited.resolve(answer)

    def _commanded(self, ask: Ask, answer: Answer) -> None:
        place = self.place
        if place is None or ask is not place.commands.pending:
            return
        place.commands.replied(answer)
        if isinstance(answer, Exception):
            return
        if answer["type"] == "left":
            self._leave(LinkLost("the seat was given up"))
        elif answer["type"] == "removed":
            self._moved_to(answer["room"])

    def _answered(self, ask: Ask, answer: Answer) -> None:
        if isinstance(answer, Exception):
            self._entrances.refused(ask)
            self.why = answer if isinstance(answer, Refused) else self.why
        elif answer["type"] in ("created", "joined", "seat_taken", "watching"):
            self._enter(answer["room"], answer.get("seat"), ask.body, answer.get("n", 0))
        elif answer["type"] == "queued":
            self._entrances.queued(ask)
        elif answer["type"] == "cancelled":
            self._unqueued(None)
        elif answer["type"] == "unwatched":
            self.place = None
        elif answer["type"] == "named":
            self._hello = {**self._hello, "name": answer.get("name", "")}
        ask.resolve(answer)

    # Rooms and tickets.

    def _enter(self, room: str, side: str | None, request: Json, n: int = 0) -> None:
        """Move to another room: what was under way in the one before is answered there no more."""
        if self.place is not None:
            self.place.commands.drop(Refused("not_in_room"))
        if request["type"] in TICKETS:
            self.saving = False
        self._entrances.settled(request)
        self._entrances.keep(request, room)
        self.place = Place(room, side, request)
        self.place.entered = True
        self.place.commands.n = n

    def _leave(self, why: Answer) -> None:
        """The place is given up, or is not there any more."""
        place, self.place = self.place, None
        if place is not None:
            place.commands.drop(why)
            self._entrances.forget(place.request)

    def _unqueued(self, reason: str | None) -> None:
        self.saving = False
        self.why = reason
        self._entrances.unqueued()

    def _moved_to(self, room: str) -> None:
        """The room may have another code."""
        if self.place is not None and self.place.room != room:
            self.place.room = room
            self._entrances.keep(self.place.request, room)

    def _about_place(self, frame: Json, place: Place) -> None:
        if frame["type"] == "room":
            place.snapshot(frame)
        elif frame["type"] == "now":
            place.now = frame["now"]
        elif frame["type"] == "dismissed":
            self.why = "dismissed"
            self._leave(Refused("not_in_room"))
        elif frame["type"] == "superseded":
            self._superseded(place)

    def _superseded(self, place: Place) -> None:
        self.link = "superseded"
        self.wants_close = True
        place.commands.drop(Refused("superseded"))

    def _event(self, frame: Json) -> None:
        place = self.place
        if place is None:
            return
        try:
            if place.event(frame):
                self._moved_to(frame["room"])
        except Gap:
            place.stale = True
            self.wants_close = True
        if place.over:
            self._entrances.forget(place.request)

    # Ends.

    def _bye(self, frame: Json, now_ms: int) -> None:
        self.base = frame.get("address") or self.base
        if frame.get("retry_in_ms") is None:
            self._end(frame["reason"])
        else:
            self._timing.open_at_ms = now_ms + frame["retry_in_ms"]

    def _end(self, why: Refused | str | Exception) -> None:
        if self.link != "ended":
            self.why = why if isinstance(why, (Refused, str)) else str(why)
        self.link = "ended"
        self.wants_close = True

    def give_up(self) -> None:
        """No more connections are opened: every request that waits ends with `LinkLost`."""
        self._timing.open_at_ms = None
        lost = LinkLost(f"the session is {self.link}")
        if self.place is not None:
            self.place.commands.drop(lost)
        for ask in [*self._entrances.repeated(), *self._later, self._awaited]:
            if ask is not None:
                self._entrances.settled(ask.body)
                ask.resolve(lost)
        self._later = []
