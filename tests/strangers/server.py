"""A server of its own for a run: on loopback, in a folder that is removed, with short graces."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

# Milliseconds. So much happens by itself in a minute: players are lost, claimed against, and their rooms end.
SHORT = {
    "lost-after-ms": 200,
    "lost-grace-ms": 400,
    "short-grace-ms": 300,
    "left-grace-ms": 300,
    "empty-room-ms": 3_000,
    "first-move-ms": 4_000,
    "idle-move-ms": 5_000,
    "offer-ms": 1_500,
    "offer-cooldown-ms": 200,
    "seat-dead-ms": 4_000,
    "ping-ms": 2_000,
    "dead-ms": 6_000,
    "computer-move-ms": 30,
    "exhibition-move-ms": 20,
    "exhibition-pause-ms": 50,
}
# More than a run can ask for: what a stranger may cost is tested elsewhere.
MANY = 1_000_000
UNLIMITED = {
    "commands-per-s": MANY,
    "commands-burst": MANY,
    "work-us-per-s": MANY,
    "work-burst-us": 60 * MANY,
    "rooms-per-minute": MANY,
    "failed-joins-per-minute": MANY,
    "connections-per-address": 5_000,
    "ungreeted-per-address": 2_000,
}


@contextlib.asynccontextmanager
async def server(program: str) -> AsyncIterator[int]:
    """Start the server, and give its port."""
    with tempfile.TemporaryDirectory(prefix="oxo-strangers-") as folder:
        options = [f"--{name}={value}" for name, value in {**SHORT, **UNLIMITED}.items()]
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                program, "--listen", "127.0.0.1:0", "--data", folder, "--admin", "off", *options,
                stdout=asyncio.subprocess.PIPE, stderr=output,
                env={name: value for name, value in os.environ.items() if not name.startswith("OXO_")},
            )  # fmt: skip
        try:
            yield await asyncio.wait_for(_port(process), 60)
            if process.returncode is not None:
                raise RuntimeError(f"the server ended with {process.returncode}: {log.read_text()[-2000:]}")
        except (TimeoutError, EOFError) as error:
            raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}") from error
        finally:
            if process.returncode is None:
                process.terminate()
            await process.communicate()


async def _port(process: asyncio.subprocess.Process) -> int:
    """The port in the address that the server prints."""
    assert process.stdout is not None
    while line := await process.stdout.readline():
        if found := re.search(rb"http://127\.0\.0\.1:(\d+)/", line):
            return int(found[1])
    raise EOFError
