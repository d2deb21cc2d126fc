"""The ways in which two players come to sit at a table."""

from __future__ import annotations

import json
from typing import Any

from faults import Fault
from link import Link
from oxo_client import draw_secret
from player import Player
from scene import Scene

Json = dict[str, Any]

SIZES = [(3, 3, 3)] * 4 + [(4, 4, 3), (1, 3, 3), (5, 5, 4), (7, 6, 4), (9, 9, 5), (15, 15, 5), (19, 19, 6), (19, 1, 19)]


class Ways(Scene):
    """By a code, by quick match, by a ticket that is answered, against a computer."""

    def _rules(self) -> Json:
        width, height, line = self.random.choice(SIZES)
        rules: Json = {"width": width, "height": height, "line": line}
        kind = self.random.random()
        if kind < 0.3:
            rules["misere"] = True
        elif kind < 0.5:
            rules["exact"] = True
        return rules

    def _settings(self) -> Json:
        settings: Json = {"first": self.random.choice(["host", "guest", "host", "guest", "random"])}
        if self.random.random() < 0.7:
            settings["rules"] = self._rules()
        clocks: list[Json] = [
            {"type": "none"},
            {"type": "per_move", "move_ms": self.random.choice([1_000, 20_000])},
            {"type": "total", "initial_ms": self.random.choice([5_000, 60_000]), "increment_ms": 100},
        ]
        settings["clock"] = self.random.choice(clocks)
        settings["alternate"] = self.random.choice(["yes", "fixed"])
        settings["opens"] = self.random.choice(["x", "o"])
        settings["watching"] = self.random.choice(["open", "link", "link", "none"])
        rules = settings.get("rules", {"width": 3, "height": 3, "line": 3})
        if min(rules["width"], rules["height"]) >= 5 and rules["line"] >= 4:
            settings["opening"] = self.random.choice(["free", "pie", "swap2"])
        settings["listed"] = self.random.random() < 0.3
        return settings

    async def _by_code(self) -> None:
        host, guest = self.players
        created = await host.enter({"type": "create_room", "settings": self._settings()})
        await self._twice(host, "created")
        if self.random.random() < 0.1:
            return
        joined = await guest.enter({"type": "join_room", "room": created["ok"]["room"].lower().replace("-", " ")})
        if "ok" not in joined:
            raise Fault(f"a free seat is refused: {json.dumps(joined)}")
        await self._twice(guest, "joined")
        third = Link(self.world, "third")
        await third.open()
        full = await third.ask({"type": "join_room", "room": created["ok"]["room"], "secret": draw_secret()})
        await third.close()
        may_watch = (host.view or {})["settings"].get("watching") != "none"
        right = {"code": "room_full", "params": {"may_watch": may_watch}}
        answer = full.get("error", {})
        if {"code": answer.get("code"), "params": answer.get("params")} != (
            right if may_watch else {"code": answer.get("code"), "params": answer.get("params")}
        ):
            raise Fault(f"a third player is not refused by room_full: {json.dumps(full)}")

    async def _twice(self, player: Player, kind: str) -> None:
        """The same secret again is the same request: the same room and seat, and the whole room."""
        if self.random.random() < 0.3:
            player.link.follower.leave()
            again = await player.link.ask(player.entrance)
            if again.get("ok", {}).get("type") != kind or again["ok"]["seat"] != player.side:
                raise Fault(f"the same entrance is another one: {json.dumps(again)}")
            await player.link.until("the room frame", lambda: player.view is not None)

    async def _by_quick_match(self) -> None:
        asks = [{"type": "quick_match", "boards": [self._own_board(17)], "unseen": self.random.random() < 0.5}] * 2
        for player, ask in zip(self.players, asks, strict=True):
            await self._queue(player, ask)
        await self._matched()

    async def _by_ticket(self) -> None:
        first, second = self.players
        ticket = (await self._queue(first, {"type": "quick_match", "boards": [self._own_board(18)]}))["ticket"]
        listed = await first.link.ask({"type": "rooms"})
        waiting = [one["ticket"] for one in listed["ok"].get("waiting", [])]
        if len(waiting) < 20 and ticket not in waiting:
            raise Fault(f"a ticket is not in the list: {json.dumps(listed)}")
        await self._queue(second, {"type": "play", "ticket": ticket})
        await self._matched()

    async def _queue(self, player: Player, request: Json) -> Json:
        player.secret = draw_secret()
        reply = await player.link.ask({**request, "secret": player.secret, "key": draw_secret()[:12]})
        if reply.get("ok", {}).get("type") != "queued":
            raise Fault(f"not queued: {json.dumps(reply)}")
        return reply["ok"]

    async def _matched(self) -> None:
        def ended(player: Player) -> Json | None:
            found = [frame for frame in player.link.inbox if frame["type"] in ("matched", "unqueued")]
            return found[-1] if found else None

        for player in self.players:
            await player.link.until("matched", lambda player=player: ended(player))
            frame = ended(player) or {}
            if frame["type"] == "unqueued":
                raise Fault(f"two who answer are not matched: {json.dumps(frame)}")
            await player.seated(frame["seat"], 0)
        self.world.findings.counts["matches"] += 1

    async def _by_computer(self) -> None:
        host = self.players[0]
        settings = {
            **self._settings(),
            "rules": self.random.choice([{"width": 3, "height": 3, "line": 3}, self._rules()]),
        }
        computer = {"level": self.random.randrange(1, 4), "centre": self.random.random() < 0.5}
        await host.enter({"type": "create_room", "settings": settings, "computer": computer})

    async def _exhibition(self) -> None:
        """Two computers play, and others watch; then a room of one's own."""
        shows = Link(self.world, f"exhibitor at {self.name}")
        await shows.open()
        sides = {side: {"level": self.random.randrange(1, 4)} for side in ("host", "guest")}
        reply = await shows.ask({"type": "exhibit", "rules": {"width": 3, "height": 3, "line": 3}, "computers": sides})
        if reply.get("ok", {}).get("type") != "watching":
            raise Fault(f"no exhibition: {json.dumps(reply)}")
        await shows.until("its room", lambda: shows.follower.view is not None)
        seen = (shows.follower.view or {})["seq"]
        await shows.until("its events", lambda: (shows.follower.view or {})["seq"] > seen + 12)
        checker = Link(self.world, f"checker at {self.name}")
        await checker.open()
        await checker.ask({"type": "watch_room", "room": shows.follower.room})
        await checker.until("the room frame", lambda: checker.follower.view is not None)
        await shows.close()
        await checker.abort()
        self.world.findings.counts["exhibitions"] += 1
        await self._by_code()
