"""The examples of client/python run as their README says."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

from contract import ROOT
from link import PATIENCE_S, World

PYTHON = ROOT / "client/python"


class Examples:
    """Two bots play each other, two people at terminals do, and the program of the README plays a computer."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def run(self) -> None:
        """Each of them once, while nobody else is there."""
        bot = ["examples/bot.py", self.world.base]
        await asyncio.gather(self._says(bot, "won|drawn"), self._says(bot, "won|drawn"))
        readme = re.search(r"```python\n(.*?)```", (PYTHON / "README.md").read_text("utf-8"), re.DOTALL)
        program = readme[1].replace("http://localhost:1952/", self.world.base) if readme else ""
        await self._says(["-c", program], r"^[XO.]{3}\n[XO.]{3}\n[XO.]{3}$")
        await self._friends()

    async def _friends(self) -> None:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            host = await self._start(["examples/friend.py", self.world.base], one)
            assert host.stdout is not None
            line = await asyncio.wait_for(host.stdout.readline(), PATIENCE_S)
            address = line.decode().split()[-1]
            await asyncio.gather(
                self._end(host, "won|drawn", "friend.py, the host"),
                self._says(["examples/friend.py", address], "won|drawn", two),
            )

    async def _start(self, arguments: list[str], home: str | None = None) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-u",
            *arguments,
            cwd=PYTHON,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(PYTHON), os.environ.get("PYTHONPATH", "")]),
                "HOME": home or "",
            },
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )

    async def _says(self, arguments: list[str], pattern: str, home: str | None = None) -> None:
        await self._end(await self._start(arguments, home), pattern, Path(arguments[0]).name)

    async def _end(self, process: asyncio.subprocess.Process, pattern: str, name: str) -> None:
        """Type every cell until one is free, and look at what was said."""
        try:
            cells = "".join(f"{cell}\n" for cell in range(9)) * 9
            output, _ = await asyncio.wait_for(process.communicate(cells.encode()), 2 * PATIENCE_S)
        except TimeoutError:
            process.kill()
            output, _ = await process.communicate()
        if process.returncode != 0 or not re.search(pattern, output.decode(), re.MULTILINE):
            self.world.findings.add("examples", f"an example fails, {name}: it says {output.decode()[-600:]}")
        self.world.findings.counts["examples"] += 1
