"""Players who lose their connection, and come back."""

from __future__ import annotations

import json
from typing import Any

from expected import other
from faults import Fault
from oxo_client import table
from play import Play
from player import Player

Json = dict[str, Any]


class Absence(Play):
    """Cuts of every kind, claims meanwhile, and a second connection that takes the seat."""

    async def _cut(self, player: Player) -> None:
        """Lose the connection, perhaps with a command under way, and come back, perhaps late."""
        if self.random.random() < 0.3 and table.to_move(player.view) == player.side:
            view = player.view or {}
            body = {"type": "move", **self._about(player), "ply": len(view["game"].get("moves", []))}
            cell = self.random.choice(table.free_cells(view))
            player.link.send({**body, "cell": cell, "room": player.room, "n": player.n + 1})
        await player.cut()
        opposite = next(one for one in self.players if one is not player)
        if self.random.random() < 0.3 and opposite.at_table:
            await self._while_away(opposite)
        if await player.resume() and self.random.random() < 0.5:
            await player.repeat()

    async def _while_away(self, stays: Player) -> None:
        """The other side waits until the player is lost, and perhaps claims or takes a computer."""

        def is_lost() -> bool:
            view = stays.view or {}
            opposite = view.get("seats", {}).get(other(str(stays.side)))
            return "ended" in view or opposite is None or "lost" in opposite or bool(opposite["player"].get("computer"))

        await stays.link.until("lost", is_lost)
        self.world.findings.counts["lost"] += 1
        for _ in range(self.random.randrange(3)):
            if stays.at_table:
                await self.random.choice([self._claim, self._claim, self._offer, self._move, self._seat_computer])(
                    stays
                )

    async def _supersede(self, player: Player) -> None:
        """A second connection shows the secret: the first is `superseded`, and can do nothing there any more."""
        old, game = player.link, self._about(player)
        room, n = player.room, player.n
        if not await player.resume():
            await old.close()
            return
        await old.until("superseded", lambda: any(frame["type"] == "superseded" for frame in old.inbox))
        acts: list[Json] = [
            {"type": "resign", "room": room, "n": n + 1, **game},
            {"type": "react", "phrase": "oops"},
            {"type": "hint"},
        ]
        for request in acts:
            reply = await old.ask(request)
            if reply.get("error", {}).get("code") != "superseded":
                raise Fault(f"a superseded connection still acts: {json.dumps(reply)}")
        self.world.findings.counts["superseded"] += 1
        await self.random.choice([old.close, old.abort])()
