"""Play with a friend at two terminals. Whoever begins gets an address for the other.

    python examples/friend.py http://localhost:1952/              a new room
    python examples/friend.py http://localhost:1952/r/K7QX-4MTR   the room of that address

Started again after a crash, it returns to its seat.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from oxo_client import Client, Refused, SeatFile, split_invitation, table


async def turn(client: Client, view: dict[str, Any]) -> None:
    """Ask for a cell and mark it."""
    print("\n".join(table.rows(view)))
    cell = await asyncio.to_thread(input, f"Your cell, of {table.free_cells(view)}: ")
    try:
        await client.ask({"type": "move", "cell": int(cell)})
    except (Refused, ValueError) as wrong:
        print(f"Not possible: {wrong}")


async def sit_down(client: Client, seats: SeatFile, server: str, room: str | None) -> None:
    """Take the seat of an earlier run, or else a new one."""
    for kept in seats.all(server):
        try:
            await client.return_to(kept)
            return
        except Refused:
            continue  # That room has ended.
    if room is None:
        created = await client.ask({"type": "create_room"})
        print("For your friend:", created["url"])
    else:
        await client.ask({"type": "join_room", "room": room})


async def main(address: str) -> None:
    """Sit down, and play one game."""
    server, room = split_invitation(address) if "/r/" in address else (address, None)
    seats = SeatFile(Path.home() / ".oxo-python-seats.json")
    async with Client(server, seats=seats) as client:
        await sit_down(client, seats, server, room)
        async for view in client.views():
            if view and (over := table.over(view)):
                print("\n".join(table.rows(view)), f"{over['result']}, {over.get('winner', 'nobody')}", sep="\n")
                break
            if view and table.to_move(view) == client.side:
                await turn(client, view)
        if client.side:
            await client.ask({"type": "leave"})


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
