"""A player at a table, with a secret and a number of commands, over one connection after another."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from expected import FIRST_EVENTS, maybe, refusals
from faults import Fault
from link import Link, World
from oxo_client import draw_secret

Json = dict[str, Any]


class Player:
    """Sends a seat's commands and holds each reply against what the document says."""

    def __init__(self, world: World, name: str, random: Random) -> None:
        self.world = world
        self.name = name
        self.random = random
        self.link = Link(world, name)
        self.secret = ""
        self.side: str | None = None
        self.n = 0
        self.last: tuple[Json, Json] | None = None
        """The last command that was done, and its `ok`."""
        self.codes: list[str] = []
        """Codes that the room had before."""
        self.entrance: Json = {}
        """The request that took the seat."""

    @property
    def view(self) -> Json | None:
        """The room as this player sees it."""
        return self.link.follower.view

    @property
    def room(self) -> str | None:
        """The room's present code."""
        return self.link.follower.room

    @property
    def at_table(self) -> bool:
        """Whether this player has a seat in a room that has not ended."""
        return self.side is not None and self.view is not None and "ended" not in self.view

    async def connect(self) -> None:
        """A new connection, without a room."""
        self.link = Link(self.world, self.name)
        await self.link.open(name=self.name)

    async def enter(self, request: Json) -> Json:
        """Take a seat by a request, for which a secret is drawn, and wait for the room."""
        self.secret = draw_secret()
        self.entrance = {**request, "secret": self.secret}
        reply = await self.link.ask(self.entrance)
        if "ok" in reply:
            await self.seated(reply["ok"]["seat"], reply["ok"]["n"])
        return reply

    async def seated(self, side: str, n: int) -> None:
        """A seat was given: the room's frame follows."""
        self.side, self.n, self.last, self.codes = side, n, None, []
        await self.link.until("the room frame", lambda: self.view is not None)

    async def command(self, body: Json) -> Json:
        """Send the next command and check its reply."""
        view, side = self.view, self.side
        if view is None or side is None:
            raise Fault(f"the walk is wrong: {self.name} has no seat for {json.dumps(body)}")
        command = {**body, "room": self.room, "n": self.n + 1}
        reply = await self.link.ask(command)
        self.world.findings.counts["commands"] += 1
        if "ok" in reply:
            self.n += 1
            self.last = (command, reply["ok"])
            if body["type"] in ("leave",):
                self.side = None
        self._check(command, view, side, reply)
        return reply

    def _check(self, command: Json, view: Json, side: str, reply: Json) -> None:
        """Only if nothing else happened between the view and the decision."""
        codes, in_order = refusals(command, view, side)
        also = maybe(command, view, side)
        detail = f"{json.dumps(command)} of {side} gets {json.dumps(reply)} in {json.dumps(view)}"
        if "error" in reply:
            error = reply["error"]
            if error.get("seq") != view["seq"] or "ended" in view or error["code"] in also:
                return
            right = codes[:1] if in_order else codes
            if error["code"] not in right:
                raise Fault(f"{command['type']} refused as {error['code']}, not as {right}: {detail}")
        elif codes:
            first = self.world.rooms.of(str(command["room"])).event_at(view["seq"] + 1)
            # A computer may have moved in between, or a flag have fallen.
            alone = reply["ok"]["seq"] == view["seq"] + 1
            if alone and first in FIRST_EVENTS[command["type"]] and command["type"] != "seat_computer":
                raise Fault(f"{command['type']} is done, not refused as {codes}: {detail}")

    async def repeat(self) -> None:
        """The last command once more, and then with another content: the same reply both times."""
        if self.last is None or self.side is None:
            return
        command, ok = self.last
        room = command["room"] if command["type"] == "remove_guest" else self.room
        for body in ({**command, "room": room}, {"type": "resign", "game": 77, "room": room, "n": command["n"]}):
            reply = await self.link.ask(body)
            if "ended" not in (self.view or {}) and reply.get("ok") != ok:
                raise Fault(f"a repeat is answered otherwise: {json.dumps(reply)}, not {json.dumps(ok)}")
        self.world.findings.counts["repeats"] += 1

    async def skip(self) -> None:
        """A number too high, and one too low: refused with the right one."""
        for n in {self.n + 2 + self.random.randrange(5), max(1, self.n - 1)} - {self.n, self.n + 1}:
            body = {"type": "resign", "room": self.room, "n": n, "game": 77}
            reply = await self.link.ask(body)
            error = reply.get("error", {})
            if "ended" in (self.view or {}):
                return
            if (error.get("code"), error.get("params")) != ("out_of_order", {"expected": self.n + 1}):
                raise Fault(f"a wrong number is not refused: {json.dumps(body)} gets {json.dumps(reply)}")

    async def cut(self) -> None:
        """Lose the connection in one of three ways."""
        how = self.random.choice([self.link.close, self.link.abort, self.link.fall_silent])
        await how()
        self.world.findings.counts[f"cuts: {how.__name__}"] += 1

    async def resume(self) -> bool:
        """Come back on a new connection. False if the seat is not there any more."""
        before, room = self.view, self.room
        await self.connect()
        known = before if self.random.random() < 0.8 else None
        self.link.follower.enter(str(room), known)
        # Without a view that it could go on from, a client may name what number it likes.
        last_seq = known["seq"] if known else self.random.choice([0, 0, 2**40])
        if self.codes and self.random.random() < 0.5:
            room = self.random.choice(self.codes)
        reply = await self.link.ask({"type": "resume", "room": room, "secret": self.secret, "last_seq": last_seq})
        self.world.findings.counts["resumes"] += 1
        if "error" in reply:
            self.side = None
            self.link.follower.leave()
            if reply["error"]["code"] != "no_such_room":
                raise Fault(f"a seat cannot be resumed: {json.dumps(reply)}")
            return False
        self._check_resumed(reply["ok"])
        await self.link.until("the view after resume", lambda: self.view is not None)
        return True

    def _check_resumed(self, ok: Json) -> None:
        known = self.last[1] if self.last else None
        if ok["seat"] != self.side:
            raise Fault(f"another seat is resumed: {json.dumps(ok)}, not {self.side}")
        # A command whose reply was cut off may have been done.
        if ok["n"] not in (self.n, self.n + 1) or (ok["n"] == self.n and known and ok["last"]["ok"] != known):
            raise Fault(f"resumed with another command: {json.dumps(ok)} after {self.n} {json.dumps(known)}")
        if ok["n"] != self.n:
            self.n = ok["n"]
            self.last = ({"type": "resign", "game": 77, "n": self.n, "room": ok["room"]}, ok["last"]["ok"])
