"""A random walk at one table: two players, spectators, and a checker who looks at the whole room anew."""

from __future__ import annotations

import asyncio
import traceback

from speak import Speak

from absence import Absence
from around import Around
from faults import Fault
from link import World
from ways import Ways


class Table(Ways, Absence, Around, Speak):
    """One room after another, by a seed."""

    def __init__(self, world: World, number: int) -> None:
        super().__init__(world, number)
        self.steps = 0

    async def run(self, ends_at: float) -> None:
        """Walk until the time is over or something is found."""
        loop = asyncio.get_running_loop()
        while not self.world.findings.full:
            try:
                await self._room(ends_at)
                self.world.findings.counts["rooms"] += 1
            except Fault as fault:
                actor = self.players[0]
                self.world.findings.add(f"{self.name}, step {self.steps}", str(fault), actor.link.frames)
            except (ConnectionError, LookupError, TypeError) as error:
                if any(player.link.starved for player in self.players):
                    self.world.findings.counts["rooms given up, this machine being slow"] += 1
                    continue
                where = traceback.extract_tb(error.__traceback__)
                detail = f"the walk stumbled: {error!r} in {[frame.name for frame in where]}"
                self.world.findings.add(f"{self.name}, step {self.steps}", detail, self.players[0].link.frames)
            finally:
                await self._go()
            if loop.time() >= ends_at:
                break

    async def _go(self) -> None:
        for link in [*self.watchers, *(player.link for player in self.players)]:
            await link.abort()
        self.watchers = []
        for player in self.players:
            player.side = None

    async def _room(self, ends_at: float) -> None:
        for player in self.players:
            await player.connect()
        ways = (
            [self._by_code] * 6
            + [self._by_quick_match] * 2
            + [self._by_ticket, self._by_computer, self._by_computer, self._exhibition]
        )
        await self.random.choice(ways)()
        loop = asyncio.get_running_loop()
        for _ in range(self.random.randrange(5, 80)):
            if loop.time() >= ends_at or not any(player.at_table for player in self.players):
                break
            self.steps += 1
            await self._step()
        await self._leave_all()

    async def _step(self) -> None:
        player = self.random.choice([one for one in self.players if one.at_table])
        steps = [
            (30, self._move),
            (6, self._wrong),
            (3, self._end),
            (6, self._offer),
            (6, self._answer),
            (4, lambda one: one.repeat()),
            (2, lambda one: one.skip()),
            (5, self._cut),
            (3, self._supersede),
            (4, self._watch),
            (4, self._look),
            (3, self._speak),
            (2, self._two_at_once),
            (1, self._choose),
            (1, self._remove),
            (1, self._seat_computer),
            (2, self._let_time_pass),
            (1, self._leave),
            (3, self._odd),
            (2, self._wait_for_nobody),
            (2, self._read),
        ]
        chosen = self.random.choices([step for _, step in steps], [weight for weight, _ in steps])[0]
        await chosen(player)
        await self._level()

    async def _level(self) -> None:
        """Everybody in the room sees its newest event; the views are compared as they come."""
        followers = [*(one.link for one in self.players if one.at_table), *self.watchers]
        newest = max((link.follower.view["seq"] for link in followers if link.follower.view), default=0)
        for link in followers:
            if link.follower.view is None or link.ended:
                continue
            await link.until(
                f"event {newest}", lambda link=link: link.follower.view is None or link.follower.view["seq"] >= newest
            )

    async def _leave_all(self) -> None:
        for player in self.players:
            if player.at_table:
                await player.command({"type": "leave"})
