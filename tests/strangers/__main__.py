"""Strangers: a client that knows only docs/protocol.md and the schema tries a server.

    python tests/strangers SERVER [SECONDS [SEED]]

Tables are walked at random, and every request of the document is sent changed in every place. The seed is
printed; with it, and as far as time allows, a run does the same again.
"""

from __future__ import annotations

import asyncio
import secrets
import sys

from examples import Examples

from faults import Findings
from link import World
from server import Server
from sessions import Restarts, Sessions
from strict import Strict, texts
from walk import Table

TABLES = 6
MUTATORS = 3


async def run(program: str, seconds: float, seed: str) -> bool:
    """One run; whether everything held."""
    findings = Findings()
    async with Server(program) as server, Server(program) as restarted:
        world = World(server.port, seed, findings)
        await Examples(world).run()
        source = texts(world)
        ends_at = asyncio.get_running_loop().time() + seconds
        walks: list[Table | Strict | Sessions] = [Table(world, number) for number in range(TABLES)]
        walks += [Strict(world, number, source) for number in range(MUTATORS)]
        walks += [Sessions(world), Restarts(World(restarted.port, seed, findings), restarted)]
        async with asyncio.TaskGroup() as group:
            for walk in walks:
                group.create_task(walk.run(ends_at))
        await world.close()
    print(", ".join(f"{count} {what}" for what, count in sorted(findings.counts.items())))
    never = sorted(world.words - findings.seen)
    print(f"{len(findings.seen)} codes, types and reasons came; never: {', '.join(never)}")
    missing = [what for what in NEEDED if not findings.counts[what]]
    for what in missing:
        findings.add("the run", f"nothing was tried: no {what} in {seconds} s")
    failed = len(findings.faults)
    passed = len(walks) if not failed else 0
    print(f"test result: {'FAILED' if failed else 'ok'}. {passed} passed; {failed} failed")
    return not failed


# What each walk does at least once; a run without it has looked at nothing.
NEEDED = ["snapshots", "events", "commands", "replies", "mutations", "games by sessions", "examples"]


def main() -> int:
    """Read the arguments, and run."""
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 600
    seed = sys.argv[3] if len(sys.argv) > 3 else str(secrets.randbelow(10**9))
    print(f"strangers: {seconds:.0f} s with the seed {seed}", flush=True)
    return 0 if asyncio.run(run(program, seconds, seed)) else 1


if __name__ == "__main__":
    sys.exit(main())
