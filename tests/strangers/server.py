"""A server of its own for a run: on loopback, in a folder that is removed, with short graces."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections import deque
from typing import Self

# Milliseconds. So much happens by itself in a minute: players are lost, claimed against, and their rooms end.
SHORT = {
    "lost-after-ms": 200,
    "lost-grace-ms": 400,
    "short-grace-ms": 300,
    "left-grace-ms": 300,
    "empty-room-ms": 10_000,
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
    "names-per-s": MANY,
    "names-burst": MANY,
    "rooms-per-address": MANY,
    "rooms-per-minute": MANY,
    "failed-joins-per-minute": MANY,
    "connections-per-address": 5_000,
    "ungreeted-per-address": 2_000,
}


START_S = 60


class Server:
    """The server's process, which can be stopped and started again on the same port with the same data."""

    def __init__(self, program: str) -> None:
        self.port = 0
        self._program = program
        self._folder = tempfile.TemporaryDirectory(prefix="oxo-strangers-")
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._said: deque[str] = deque(maxlen=40)

    async def __aenter__(self) -> Self:
        await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            await self._stop(kill=False)
        finally:
            self._folder.cleanup()

    async def restart(self, kill: bool) -> None:
        """Stop it, as its host does or as a power cut does, and start it again."""
        await self._stop(kill)
        await self._start()

    async def _start(self) -> None:
        options = [f"--{name}={value}" for name, value in {**SHORT, **UNLIMITED}.items()]
        listen = ["--listen", f"127.0.0.1:{self.port}", "--data", self._folder.name, "--admin", "off"]
        self._process = await asyncio.create_subprocess_exec(
            self._program,
            *listen,
            *options,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={name: value for name, value in os.environ.items() if not name.startswith("OXO_")},
        )
        port = asyncio.get_running_loop().create_future()
        self._reader = asyncio.create_task(self._read(self._process, port))
        try:
            self.port = await asyncio.wait_for(port, START_S)
        except (TimeoutError, EOFError) as error:
            self._process.kill()
            await self._process.wait()
            raise RuntimeError(f"the server did not start: {list(self._said)}") from error

    async def _read(self, process: asyncio.subprocess.Process, port: asyncio.Future[int]) -> None:
        """The port in the address that the server prints; and what else it says, so that it can go on."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            self._said.append(line.decode(errors="replace"))
            found = re.search(rb"http://127\.0\.0\.1:(\d+)/", line)
            if found and not port.done():
                port.set_result(int(found[1]))
        if not port.done():
            port.set_exception(EOFError())

    async def _stop(self, kill: bool) -> None:
        process = self._process
        if process is None or self._reader is None:
            return
        if process.returncode is not None:
            raise RuntimeError(f"the server ended with {process.returncode}: {list(self._said)}")
        process.kill() if kill else process.terminate()
        await process.wait()
        await self._reader
