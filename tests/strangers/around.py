"""Steps around a table: spectators, a checker who fetches the whole room anew, and requests that do not fit."""

from __future__ import annotations

import json
from typing import Any

from faults import Fault
from link import Link, World
from oxo_client import draw_secret, table
from player import Player
from scene import Scene
from web import finished_game, information, invitation, remove_names

Json = dict[str, Any]


class Around(Scene):
    """Steps by others than the two who play, or beside their game."""

    def __init__(self, world: World, number: int) -> None:
        super().__init__(world, number)
        self._removed: set[str] = set()

    async def _watch(self, player: Player) -> None:
        """Somebody begins to watch, or stops."""
        if self.watchers and self.random.random() < 0.5:
            watcher = self.watchers.pop(self.random.randrange(len(self.watchers)))
            if watcher.follower.room is not None and "ended" not in (watcher.follower.view or {}):
                await watcher.ask({"type": "unwatch"})
            await self.random.choice([watcher.close, watcher.abort])()
            return
        if len(self.watchers) < 3:
            watcher = Link(self.world, f"watcher at {self.name}")
            await watcher.open()
            if await self._look_at(watcher, player):
                self.watchers.append(watcher)
                refused = await watcher.ask(
                    {"type": "move", "room": player.room, "n": 1, "game": 1, "ply": 0, "cell": 0}
                )
                if refused.get("error", {}).get("code") != "not_seated" and player.at_table:
                    raise Fault(f"a spectator's move: {json.dumps(refused)}")
            else:
                await watcher.close()

    async def _look(self, player: Player) -> None:
        """The checker fetches the whole room anew; the ledger compares it with what was folded."""
        checker = Link(self.world, f"checker at {self.name}")
        welcome = await checker.open()
        if self.random.random() < 0.1:
            await information(self.world, welcome)
        await self._look_at(checker, player)
        await checker.close()

    async def _look_at(self, link: Link, player: Player) -> bool:
        reply = await link.ask({"type": "watch_room", "room": player.room})
        view = player.view or {}
        if "ok" not in reply:
            code = reply["error"]["code"]
            hidden = view["settings"].get("watching") == "none"
            if "ended" not in view and not (hidden and code == "no_such_room"):
                raise Fault(f"a room cannot be watched: {json.dumps(reply)}, in {json.dumps(view)}")
            return False
        await link.until("the room frame", lambda: link.follower.view is not None)
        return True

    async def _odd(self, player: Player) -> None:
        """A request that a connection with a seat cannot make is refused by its code."""
        secret = draw_secret()
        odd: list[tuple[Json, str]] = [
            ({"type": "create_room", "secret": secret}, "already_seated"),
            ({"type": "join_room", "room": player.room, "secret": secret}, "already_seated"),
            ({"type": "watch_room", "room": player.room}, "already_seated"),
            ({"type": "exhibit", "computers": {"host": {"level": 1}, "guest": {"level": 1}}}, "already_seated"),
            ({"type": "unwatch"}, "not_in_room"),
            ({"type": "leave", "room": "2222-2222", "n": player.n + 1}, "not_in_room"),
            ({"type": "cancel"}, "not_queued"),
            ({"type": "play", "ticket": "2" * 13, "secret": secret, "key": secret[:12]}, "cannot_play"),
            ({"type": "resume", "room": player.room, "secret": secret}, "no_such_room"),
            ({"type": "hello", "versions": [1]}, "already_greeted"),
            ({"type": "review", "rules": {"width": 3, "height": 3, "line": 3}, "moves": [4, 4]}, "bad_field"),
            ({"type": "analyse", "rules": {"width": 3, "height": 3, "line": 3}, "moves": [4, 4]}, "bad_field"),
        ]
        request, code = self.random.choice(odd)
        reply = await player.link.ask(request)
        if player.at_table and reply.get("error", {}).get("code") != code:
            raise Fault(f"{request['type']} is not refused as {code}: {json.dumps(request)} gets {json.dumps(reply)}")

    async def _wait_for_nobody(self, player: Player) -> None:
        """A ticket beside the seat: it waits, is replaced by another of its key, and is cancelled."""
        request: Json = {
            "type": "quick_match",
            "boards": [self._own_board(19)],
            "key": draw_secret()[:12],
            "unseen": True,
        }
        second = Link(self.world, f"window at {self.name}")
        await second.open()
        links = [player.link, second] if self.random.random() < 0.5 else [second, second]
        for link in links:
            reply = await link.ask({**request, "secret": draw_secret()})
            if reply.get("ok", {}).get("type") != "queued":
                raise Fault(f"not queued: {json.dumps(reply)}")
        if links[0] is not second:
            await player.link.until("replaced", lambda: {"type": "unqueued", "reason": "replaced"} in player.link.inbox)
        for right in ("ok", "error"):
            reply = await second.ask({"type": "cancel"})
            if right not in reply:
                raise Fault(f"cancel twice: the answers are not done and not_queued, but {json.dumps(reply)}")
        if any(frame["type"] == "unqueued" for frame in second.inbox):
            raise Fault("unqueued beside an answer: of a ticket that its own connection replaced or cancelled")
        await second.close()

    async def _read(self, player: Player) -> None:
        """By plain HTTP: the game that is over, and the invitation."""
        view = player.view or {}
        if (table.over(view) or {}).get("id"):
            if view["game"]["over"]["id"] in self._removed:
                return
            await finished_game(self.world, view)
            both = [one.secret for one in self.players if one.at_table]
            if self.random.random() < 0.3 and len(both) == 2 and not view["game"].get("replaced"):
                self._removed.add(view["game"]["over"]["id"])
                await remove_names(self.world, view["game"], both)
        elif player.link.world.rooms.of(str(player.room)) and "ended" not in view:
            await self._invitation(player, view)

    async def _invitation(self, player: Player, view: Json) -> None:
        try:
            await invitation(self.world, str(player.room), view)
        except Fault:
            # The room may have changed meanwhile.
            await player.link.ask({"type": "react", "phrase": "oops"})
            if player.view is view:
                raise
