"""The players and spectators of one table."""

from __future__ import annotations

from random import Random

from link import Link, World
from player import Player


class Scene:
    """A table's two players and its spectators, and the chance by which they act."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.name = f"table {number}"
        self.random = Random(f"{world.seed}/{number}")
        self.players = [Player(world, f"{who}{number}", self.random) for who in ("Ana", "Bia")]
        self.watchers: list[Link] = []

    def _own_board(self, height: int) -> dict[str, int]:
        """A board that no other table asks for, so that tables do not meet each other."""
        return {"width": 6 + self.number, "height": height, "line": 5}
