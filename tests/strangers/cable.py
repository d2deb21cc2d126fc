"""A cable between clients and a server that can be cut: a proxy of bytes in this process."""

from __future__ import annotations

import asyncio
import contextlib


class Cable:
    """Takes connections on a port of its own and passes them on."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._server: asyncio.Server | None = None
        self._pipes: set[asyncio.Task[None]] = set()
        self._swallows = False
        self.base = ""

    async def __aenter__(self) -> Cable:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{port}/"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        await asyncio.gather(*self._pipes, return_exceptions=True)

    def cut(self) -> None:
        """End every connection; new ones are passed on again."""
        self._swallows = False
        for pipe in self._pipes:
            pipe.cancel()

    def swallow(self) -> None:
        """Let the present connections stand, and pass nothing on in them."""
        for pipe in self._pipes:
            pipe.swallows = True  # type: ignore[attr-defined]

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        pipes = [
            asyncio.create_task(self._pass_on(reader, to_writer)),
            asyncio.create_task(self._pass_on(to_reader, writer)),
        ]
        self._pipes.update(pipes)
        await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
        for pipe in pipes:
            pipe.cancel()
        await asyncio.gather(*pipes, return_exceptions=True)
        self._pipes.difference_update(pipes)
        for end in (writer, to_writer):
            end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                if not getattr(asyncio.current_task(), "swallows", False):
                    writer.write(data)
                    await writer.drain()
