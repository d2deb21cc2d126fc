"""A bot that waits for anybody who wants a classic game, and takes free cells at random.

python examples/bot.py http://localhost:1952/ [GAMES]
"""

import asyncio
import random
import sys

from oxo_client import Client, Refused, table


async def play(client: Client) -> None:
    """Play until a game is over."""
    async for view in client.views():
        if client.room is None and not client.queued:
            print("the room is gone")
            return
        over = table.over(view)
        if over is not None:
            print(f"{over['result']} by {over['reason']}, the winner: {over.get('winner', 'nobody')}")
            return
        offer = (view or {}).get("offer")
        try:
            if offer is not None and offer["by"] != client.side:
                await client.ask({"type": "accept", "offer": offer["id"]})
            elif view is not None and table.to_move(view) == client.side:
                await client.ask({"type": "move", "cell": random.choice(table.free_cells(view))})
        except Refused as refused:
            # The game has moved on meanwhile: the next view says how.
            print(f"refused: {refused}")


async def main(server: str, games: int) -> None:
    """Play that number of games, each with another opponent."""
    async with Client(server, name="Python bot", bot=True) as client:
        for _ in range(games):
            await client.ask({"type": "quick_match", "bots": True})
            await play(client)
            if client.side is not None:
                await client.ask({"type": "leave"})


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1))
