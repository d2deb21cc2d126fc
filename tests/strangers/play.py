"""Steps of the two players at a table."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from faults import Fault
from oxo_client import table
from player import Player
from scene import Scene

Json = dict[str, Any]


class Play(Scene):
    """Moves, right and wrong; endings; offers; and what a player says."""

    def _about(self, player: Player) -> Json:
        game = (player.view or {}).get("game") or {"number": 1}
        return {"game": game["number"]}

    async def _move(self, _player: Player) -> None:
        """A move by whoever is to move; a new game where none is running."""
        movers = [
            one for one in self.players if one.at_table and not one.link.ended and table.to_move(one.view) == one.side
        ]
        if not movers:
            return
        mover = movers[0]
        view = mover.view or {}
        if table.choices(view) and (not table.may_place(view) or self.random.random() < 0.5):
            await self._choose(mover)
            return
        cell = self.random.choice(table.free_cells(view))
        ply = len(view["game"].get("moves", []))
        await mover.command({"type": "move", **self._about(mover), "ply": ply, "cell": cell})

    async def _choose(self, player: Player) -> None:
        """A choice in the opening, right or wrong."""
        ply = len(((player.view or {}).get("game") or {}).get("moves", []))
        choice = self.random.choice(["X", "O", "place_two"])
        await player.command({"type": "choose", **self._about(player), "ply": ply, "choice": choice})

    async def _wrong(self, player: Player) -> None:
        """A move by anybody, of any game, at any ply, anywhere."""
        game = (player.view or {}).get("game") or {"number": 1}
        ply = len(game.get("moves", []))
        await player.command(
            {
                "type": "move",
                "game": game["number"] + self.random.choice([0, 0, 0, 1, -1]),
                "ply": max(0, ply + self.random.choice([0, 0, 0, 1, -1])),
                "cell": self.random.choice([0, 4, 8, 360, 361, 65_535]),
            }
        )

    async def _end(self, player: Player) -> None:
        bodies: list[Json] = [
            {"type": "resign"},
            {"type": "abort"},
            {"type": "claim", "result": "win"},
            {"type": "claim", "result": "draw"},
        ]
        await player.command({**self.random.choice(bodies), **self._about(player)})

    async def _offer(self, player: Player) -> None:
        kind = self.random.choice(["draw", "takeback", "rematch", "rematch", "restart"])
        body: Json = {"type": "offer", "kind": kind, **self._about(player)}
        if kind == "takeback":
            moves = ((player.view or {}).get("game") or {}).get("moves", [])
            body["ply"] = self.random.randrange(0, len(moves) + 2)
        await player.command(body)

    async def _answer(self, player: Player) -> None:
        view = player.view or {}
        number = (view.get("offer") or {}).get("id", view.get("offers", 0) + self.random.randrange(2))
        await player.command({"type": self.random.choice(["accept", "accept", "decline"]), "offer": number})

    async def _claim(self, player: Player) -> None:
        """Claim, and once more when the grace is over that the refusal names."""
        body: Json = {"type": "claim", "result": self.random.choice(["win", "draw"]), **self._about(player)}
        reply = await player.command(body)
        deadline_ms = reply.get("error", {}).get("params", {}).get("deadline_ms")
        if deadline_ms is not None:
            # The server is on this machine, so its time is ours.
            await asyncio.sleep(max(0, deadline_ms / 1000 - time.time()))
            if player.at_table:
                await player.command(body)

    async def _two_at_once(self, player: Player) -> None:
        """The same command twice without waiting, and both sides at the same time."""
        command = {"type": "offer", "kind": "rematch", **self._about(player), "room": player.room, "n": player.n + 1}
        first, second = player.link.send(command), player.link.send(command)
        one = await player.link.answer(first, "offer")
        two = await player.link.answer(second, "offer")
        if "ok" in one:
            player.n += 1
            player.last = (command, one["ok"])
            if two.get("ok") != one["ok"]:
                raise Fault(f"a command sent twice has two answers: {json.dumps(one)} and {json.dumps(two)}")
        elif "ok" in two:
            player.n += 1
            player.last = (command, two["ok"])

    async def _remove(self, player: Player) -> None:
        before = player.room
        reply = await player.command({"type": "remove_guest"})
        if "ok" not in reply:
            return
        if reply["ok"]["room"] in (before, None) or player.room != reply["ok"]["room"]:
            raise Fault(f"a room keeps its code: {json.dumps(reply)}, now {player.room}")
        player.codes.append(str(before))
        for guest in self.players:
            if guest is not player and guest.side is not None and not guest.link.ended:
                await guest.link.until("dismissed", lambda guest=guest: guest.room is None)
                guest.side = None
        for watcher in self.watchers:
            await watcher.close()
        self.watchers = []

    async def _seat_computer(self, player: Player) -> None:
        computer = {"level": self.random.randrange(1, 4)}
        await player.command({"type": "seat_computer", "computer": computer})

    async def _let_time_pass(self, player: Player) -> None:
        """Until something happens by itself, but not for long: a computer's move, a flag, an expiry."""
        seq = (player.view or {})["seq"]
        try:
            async with asyncio.timeout(self.random.choice([0.05] * 10 + [0.3] * 10 + [1.2] * 4 + [6])):
                await player.link.until("anything", lambda: (player.view or {}).get("seq") != seq, 60)
        except TimeoutError:
            return

    async def _leave(self, player: Player) -> None:
        """Give the seat up, and perhaps think better of it, which is possible while the game runs."""
        if self.random.random() < 0.5:
            return
        room, game = player.room, (player.view or {}).get("game") or {}
        side = player.side
        await player.command({"type": "leave"})
        reply = await player.link.ask({"type": "leave", "room": room, "n": player.n + 1})
        if reply.get("error", {}).get("code") != "not_in_room":
            raise Fault(f"who has left is still there: {json.dumps(reply)}")
        if self.random.random() < 0.5:
            return
        player.link.follower.enter(str(room))
        reply = await player.link.ask({"type": "resume", "room": room, "secret": player.secret})
        if "ok" in reply:
            if not game or game.get("over") or reply["ok"]["n"] != player.n:
                raise Fault(f"who has left may return: {json.dumps(reply)} to {json.dumps(game)}")
            player.side = side
            await player.link.until("the room frame", lambda: player.view is not None)
        else:
            player.link.follower.leave()
