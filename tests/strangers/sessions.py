"""Two programs play with the client of client/python, over a cable that is cut again and again."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

from cable import Cable
from faults import Fault
from link import PATIENCE_S, Link, World
from oxo_client import Client, LinkLost, Refused, is_event, table
from server import Server

Json = dict[str, Any]

# The refusals of a command that came after the game had moved on.
MOVED_ON = frozenset(["stale", "no_game", "not_your_turn", "cell_taken"])


class Sessions:
    """Games between two clients; at the end of each, both see what a spectator sees who comes then."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.random = Random(f"{world.seed}/sessions")
        self.name = "sessions"

    async def run(self, ends_at: float) -> None:
        """Game after game."""
        loop = asyncio.get_running_loop()
        while not self.world.findings.full:
            try:
                async with asyncio.timeout(4 * PATIENCE_S):
                    await self._game()
                self.world.findings.counts["games by sessions"] += 1
            except TimeoutError:
                self.world.findings.add(self.name, "a game does not end: with the client of client/python")
            except (Fault, Refused, LinkLost, ConnectionError) as fault:
                self.world.findings.add(self.name, f"the client of client/python: {fault!r}")
            if loop.time() >= ends_at:
                break

    async def _game(self) -> None:
        async with Cable(self.world.port) as one, Cable(self.world.port) as two:
            cables = [one, two]
            async with self._client(one, "Ana") as host, self._client(two, "Bia") as guest:
                rules = {"width": 5, "height": 5, "line": 4}
                created = await host.ask({"type": "create_room", "settings": {"rules": rules}})
                await guest.ask({"type": "join_room", "room": created["room"]})
                over = asyncio.Event()
                disturbing = asyncio.create_task(self._disturb(cables, over))
                try:
                    await asyncio.gather(self._play(host), self._play(guest))
                finally:
                    over.set()
                    await disturbing
                    # Outside of a game it takes long to notice that a cable swallows everything.
                    for cable in cables:
                        cable.cut()
                await self._compare(created["room"], [host, guest])
                if self.random.random() < 0.3:
                    await self._take_from(host)

    async def _take_from(self, first: Client) -> None:
        """Another program takes the seat; the first does not come back by itself, but when it is asked to."""
        await self._react(first)
        if first.session.place is None:
            return
        kept = {"room": first.room, "request": first.session.place.request}
        async with Client(self.world.base, on_frame=self._inspect) as second:
            await second.return_to(kept)
            await self._until_superseded(first)
            await first.take_back()
            await self._until_superseded(second)
            await self._react(first)
            self.world.findings.counts["seats taken back"] += 1

    async def _react(self, client: Client) -> None:
        """Be on a link that holds: one that is lost later would take the seat back by itself."""
        for _ in range(20):
            try:
                await client.ask({"type": "react", "phrase": "hello"})
                return
            except LinkLost:
                continue

    async def _until_superseded(self, client: Client) -> None:
        async for _ in client.views():
            pass
        if client.session.link != "superseded":
            raise Fault(f"a seat that another program took: {client.session.link}, {client.session.why}")

    def _client(self, cable: Cable, name: str) -> Client:
        return Client(cable.base, name=name, on_frame=self._inspect)

    def _inspect(self, frame: Json) -> None:
        """Every frame is by the schema, and an event is the same for both, also after a restart."""
        try:
            self.world.look(frame)
            if is_event(frame):
                self.world.rooms.of(frame["room"]).event(frame)
        except Fault as fault:
            self.world.findings.add(self.name, str(fault))

    async def _disturb(self, cables: list[Cable], over: asyncio.Event) -> None:
        """Now and then, until the game is over."""
        while not over.is_set():
            try:
                async with asyncio.timeout(self.random.uniform(0.02, 1.5)):
                    await over.wait()
            except TimeoutError:
                await self._disturbance(self.random.choice(cables))

    async def _disturbance(self, cable: Cable) -> None:
        if self.random.random() < 0.1:
            cable.swallow()
            self.world.findings.counts["cables swallowed"] += 1
        else:
            cable.cut()
            self.world.findings.counts["cables cut"] += 1

    async def _play(self, client: Client) -> None:
        async for view in client.views():
            # A room in which nobody was for too long is gone.
            if table.over(view) or client.room is None:
                return
            if view is not None and table.to_move(view) == client.side:
                try:
                    await client.ask({"type": "move", "cell": self.random.choice(table.free_cells(view))})
                except Refused as refused:
                    if refused.code not in MOVED_ON:
                        raise

    async def _compare(self, room: str, clients: list[Client]) -> None:
        """Everybody's view is the one that a newcomer is sent."""
        newcomer = Link(self.world, "newcomer")
        await newcomer.open()
        reply = await newcomer.ask({"type": "watch_room", "room": room})
        if "error" in reply:
            self.world.findings.counts["rooms gone"] += 1
            await newcomer.close()
            return
        await newcomer.until("the room frame", lambda: newcomer.follower.view is not None)
        for client in clients:
            async for view in client.views():
                if client.room is None:
                    self.world.findings.counts["rooms gone"] += 1
                    await newcomer.close()
                    return
                seen = newcomer.follower.view or {}
                if view is not None and view["seq"] >= seen["seq"]:
                    break
            await newcomer.until("as much", lambda view=view: (newcomer.follower.view or {})["seq"] >= view["seq"])
            self.world.rooms.of(room).view(view or {}, self.world.findings)
        seen = newcomer.follower.view or {}
        played = {json.dumps((client.view or {})["game"]["moves"]) for client in clients}
        if played != {json.dumps(seen["game"]["moves"])}:
            raise Fault(f"two sides played two games: {played}")
        await newcomer.close()


class Restarts(Sessions):
    """The same, with a server that is stopped or killed instead of cables that are cut."""

    def __init__(self, world: World, server: Server) -> None:
        super().__init__(world)
        self.name = "restarts"
        self._server = server

    async def _disturbance(self, _cable: Cable) -> None:
        await self._server.restart(kill=self.random.random() < 0.5)
        self.world.findings.counts["restarts"] += 1
