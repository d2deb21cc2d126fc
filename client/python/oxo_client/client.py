"""The client for programs with asyncio: keeps a session connected, and answers requests.

    async with Client("http://localhost:1952/", name="Ana") as client:
        await client.ask({"type": "create_room", "settings": {"first": "host"}})
        async for view in client.views():
            ...

A request is written as in docs/protocol.md, without `id`, `n`, `secret` and `key`, and for a seat's
command without `room`, `game` and `ply`, which are those of the room in view.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException

from .address import websocket_address
from .answer import Answer, Ask, Json, Refused
from .seats import Seats
from .session import Session

# A server's frame is small; this is the room of a long game on the largest board, several times over.
MOST_FRAME_BYTES = 1 << 20
MOST_REPEATS = 5


def now_ms() -> int:
    """Milliseconds of a clock that never runs back."""
    return time.monotonic_ns() // 1_000_000


class Client:
    """Stays connected to a server until it is closed, and returns to its place after a lost link."""

    def __init__(
        self,
        address: str,
        *,
        name: str = "",
        bot: bool = False,
        program: str = "oxo-python/0.1.0",
        seats: Seats | None = None,
        on_frame: Callable[[Json], None] | None = None,
    ) -> None:
        """`address` is the base address, as for a browser. `bot` is true for a program that plays by
        itself: others see it marked as a bot. `seats` keeps seats over a restart. `on_frame` sees every frame."""
        websocket_address(address)
        hello: Json = {"client": program, "name": name}
        if bot:
            hello["bot"] = True
        self.session = Session(address, hello, seats)
        self._on_frame = on_frame or (lambda frame: None)
        self._task: asyncio.Task[None] | None = None
        self._trouble: Exception | None = None
        self._poke = asyncio.Event()
        self._version = 0
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Connect. Raises `ConnectionError` if the server cannot be reached, `Refused` if it refuses."""
        self._task = asyncio.create_task(self._stay_connected())
        while self.session.link == "connecting" and self._trouble is None:
            await self._change()
        if self.session.link == "open":
            return self
        await self.close()
        if isinstance(self.session.why, Refused):
            raise self.session.why
        why = self.session.why or self._trouble
        raise ConnectionError(f"cannot reach {self.session.base}: {why}")

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection. A seat is not given up by this: ask for `leave` before."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    @property
    def view(self) -> Json | None:
        """The room as all its events make it, or nothing outside of a room."""
        return self.session.place.view if self.session.place else None

    @property
    def side(self) -> str | None:
        """`host`, `guest`, or nothing for a spectator and outside of a room."""
        return self.session.place.side if self.session.place else None

    @property
    def room(self) -> str | None:
        """The code of the room."""
        return self.session.place.room if self.session.place else None

    @property
    def queued(self) -> bool:
        """Whether a quick match waits for somebody."""
        return self.session.queued

    async def ask(self, request: Json) -> Json:
        """Send a request and wait for what it comes to: the reply's `ok`, or the `pong` of a ping.

        A command of a seat, or a way into a room, outlasts lost links. Raises `Refused`, or `LinkLost`
        for any other request whose reply did not come.
        """
        for _ in range(MOST_REPEATS):
            try:
                return await self._ask_once(request)
            except Refused as refused:
                if refused.code != "too_fast" or refused.retry_in_ms is None:
                    raise
                await asyncio.sleep(refused.retry_in_ms / 1000)
        return await self._ask_once(request)

    async def return_to(self, kept: Json) -> Json:
        """Take a seat again that an earlier run of the program kept: see `seats.SeatFile`. Raises `Refused`
        if there is no such seat any more."""
        return await self._answer(lambda done: self.session.return_to(kept, done))

    async def take_back(self) -> None:
        """Return to the seat that another program took, after which that one has lost it: only when the user
        asks for it."""
        if self.session.link == "superseded":
            await self.close()
            self.session.take_back(now_ms())
            self._task = asyncio.create_task(self._stay_connected())

    async def views(self) -> AsyncIterator[Json | None]:
        """The room's view now and after each change; whoever is slow gets the newest alone. Ends with the
        session (`session.why`), or when another program takes the seat (`session.link`)."""
        seen = -1
        while True:
            while seen == self._version:
                await self._change()
            seen = self._version
            if self.session.link in ("ended", "superseded"):
                return
            yield self.view

    async def _ask_once(self, request: Json) -> Json:
        return await self._answer(lambda done: self.session.ask(Ask(request, done)))

    async def _answer(self, begin: Callable[[Callable[[Answer], None]], None]) -> Json:
        """Begin what will be answered, and wait for it."""
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        def done(answer: Answer) -> None:
            if future.cancelled():
                return
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

        begin(done)
        self._poke.set()
        return await future

    async def _change(self) -> None:
        await self._news.wait()

    def _publish(self) -> None:
        """Wake everybody who waits for a change."""
        self._version += 1
        self._news.set()
        self._news = asyncio.Event()

    async def _stay_connected(self) -> None:
        try:
            while (due_ms := self.session.open_at_ms) is not None:
                await asyncio.sleep(max(0, due_ms - now_ms()) / 1000)
                await self._one_link()
        finally:
            self.session.give_up()
            self._publish()

    async def _one_link(self) -> None:
        """Connect, and talk until the connection ends."""
        retry_in_ms = None
        try:
            async with connect(
                websocket_address(self.session.base),
                subprotocols=["oxo.v1"],  # type: ignore[list-item]
                compression=None,
                max_size=MOST_FRAME_BYTES,
                open_timeout=5,
                close_timeout=1,
                ping_interval=None,
            ) as socket:
                self.session.opened(now_ms())
                await self._talk(socket)
        except InvalidStatus as error:
            self._trouble = error
            seconds = error.response.headers.get("Retry-After", "")
            retry_in_ms = int(seconds) * 1000 if seconds.isdecimal() else None
        except (OSError, TimeoutError, InvalidHandshake, WebSocketException) as error:
            self._trouble = error
        finally:
            self.session.closed(now_ms(), retry_in_ms)
            self._publish()

    async def _talk(self, socket: ClientConnection) -> None:
        reader = asyncio.create_task(self._read(socket))
        reader.add_done_callback(lambda _: self._poke.set())
        try:
            while not self.session.wants_close and not reader.done():
                self._poke.clear()
                for frame in self.session.take_outgoing():
                    await socket.send(json.dumps(frame))
                pause_ms = self.session.wake_at_ms - now_ms()
                # Not `wait_for`, which up to Python 3.11 can lose a cancellation, and so a `close`.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(max(pause_ms, 0) / 1000):
                        await self._poke.wait()
                self.session.tick(now_ms())
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        """Take frames until the connection ends, or the server sends what this client cannot read."""
        with contextlib.suppress(WebSocketException, ValueError, LookupError, TypeError, AttributeError):
            async for text in socket:
                frame = json.loads(text)
                self._on_frame(frame)
                self.session.received(frame, now_ms())
                self._publish()
                self._poke.set()
