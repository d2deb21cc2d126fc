"""A connection under inspection: every frame is validated, and every reply has to have its request."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket as sockets
import struct
from collections import deque
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from contract import Schema, codes_of_the_document
from faults import Fault, Findings
from ledger import Follower, Rooms
from oxo_client import Gap, is_event

Json = dict[str, Any]

# Longer than a busy machine takes; a reply that does not come is a fault.
PATIENCE_S = 30

COMMANDS = frozenset(
    ["move", "choose", "resign", "abort", "claim", "leave", "offer", "accept", "decline", "remove_guest", "seat_computer"]
)


class World:
    """The state that the connections of a run share."""

    def __init__(self, port: int, seed: str, findings: Findings) -> None:
        self.seed = seed
        self.address = f"ws://127.0.0.1:{port}/ws"
        self.base = f"http://127.0.0.1:{port}/"
        self.port = port
        self.schema = Schema()
        self.answers_to = codes_of_the_document()
        self.words = {*self.schema.words, *self.answers_to}
        self.findings = findings
        self.rooms = Rooms()
        self._silent: deque[Link] = deque()

    def look(self, frame: Json) -> None:
        """Every frame is by the schema."""
        event = is_event(frame)
        if fault := self.schema.frame_fault(frame, event):
            raise Fault(f"not by the schema: {fault} in {json.dumps(frame)}")
        self.findings.counts["frames valid"] += 1
        self.findings.seen.add(f"{frame['type']} event" if event else frame["type"])
        self.findings.seen.add((frame.get("over") or {}).get("reason", ""))

    async def keep_silent(self, link: Link) -> None:
        """Hold a half-open connection for a while."""
        self._silent.append(link)
        if len(self._silent) > 20:
            await self._silent.popleft().abort()

    async def close(self) -> None:
        """Cut what is still held."""
        while self._silent:
            await self._silent.popleft().abort()


class Link:
    """One connection. Use `open`, `ask`, and one of `close`, `abort` and `fall_silent`."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.follower = Follower(world.rooms, world.findings)
        self.frames: deque[str] = deque(maxlen=60)
        self.fault: Fault | None = None
        self.inbox: list[Json] = []
        self.ended = False
        self.starved = False
        """Whether the server heard nothing for so long that it gave the connection up."""
        self._socket: ClientConnection | None = None
        self._asked: deque[tuple[int, str, asyncio.Future[Json]]] = deque()
        self._pinged: dict[int, asyncio.Future[Json]] = {}
        self._next_id = 1
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def open(self, **hello: object) -> Json:
        """Connect and greet."""
        await self.connect()
        reply = await self.ask({"type": "hello", "versions": [1], "client": "strangers/1", **hello})
        if reply.get("ok", {}).get("type") != "welcome":
            raise Fault(f"no welcome: {json.dumps(reply)}")
        return reply["ok"]

    async def connect(self) -> None:
        """Connect without greeting."""
        self._socket = await connect(
            self.world.address,
            subprotocols=["oxo.v1"],  # type: ignore[list-item]
            compression=None,
            proxy=None,
            max_queue=None,
            open_timeout=PATIENCE_S,
            close_timeout=2,
            ping_interval=None,
        )
        self._reader = asyncio.create_task(self._read(self._socket))

    def send(self, request: Json) -> asyncio.Future[Json]:
        """Send a request, and give its reply when it comes. Several may be under way."""
        number, self._next_id = self._next_id, self._next_id + 1
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        if request["type"] == "ping":
            self._pinged[number] = future
        else:
            self._asked.append((number, request["type"], future))
        self.send_text(json.dumps({"id": number, **request}))
        return future

    def send_text(self, text: str) -> None:
        """Send a frame as it is."""
        self.frames.append(f"> {text}")
        if self._socket is None or self.ended:
            self._fail()
            return
        # Frames are small and the server reads, so what is sent is never held back for long.
        task = asyncio.ensure_future(self._socket.send(text))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def ask(self, request: Json) -> Json:
        """Send a request and wait for its reply. Raises `ConnectionError` when the connection ends."""
        return await self.answer(self.send(request), request["type"])

    async def answer(self, future: asyncio.Future[Json], what: str) -> Json:
        """Wait for a reply."""
        try:
            reply = await asyncio.wait_for(future, PATIENCE_S)
        except TimeoutError as error:
            raise Fault(f"no reply: to {what} within {PATIENCE_S} s") from error
        if self.fault:
            raise self.fault
        return reply

    async def until(self, what: str, holds: Any, seconds: float = PATIENCE_S) -> None:
        """Wait for a frame that makes something true."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    if self.fault:
                        raise self.fault
                    if self.ended:
                        raise ConnectionError(what)
                    await self._news.wait()
        except TimeoutError as error:
            raise Fault(f"not seen: {what} within {seconds} s, by {self.name}") from error

    async def close(self) -> None:
        """End the connection as the protocol has it."""
        if self._socket is not None:
            await self._socket.close()
            await self._finish()

    async def abort(self) -> None:
        """Cut the connection with a reset, in the middle of whatever is sent."""
        if self._socket is not None:
            raw = self._socket.transport.get_extra_info("socket")
            with contextlib.suppress(OSError):
                raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
            self._socket.transport.abort()
            await self._finish()

    async def fall_silent(self) -> None:
        """Leave the connection half open: it answers no more, not even a ping, and is not closed."""
        if self._socket is not None:
            self._socket.transport.pause_reading()
            self.ended = True
            self._fail()
            await self.world.keep_silent(self)

    async def _finish(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)

    def _fail(self) -> None:
        for _, _, future in self._asked:
            if not future.done():
                future.set_exception(ConnectionError("the connection ended"))
                future.exception()
        self._asked.clear()
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self.frames.append(f"< {text!s}")
                self._inspect(json.loads(text))
                self._wake()
        except WebSocketException:
            pass
        except (Fault, Gap) as fault:
            self.fault = fault if isinstance(fault, Fault) else Fault(f"a gap: {fault}")
            self.world.findings.add(self.name, str(self.fault), self.frames)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.fault = Fault(f"a frame cannot be read: {error!r}")
            self.world.findings.add(self.name, str(self.fault), self.frames)
        finally:
            self.ended = True
            self._fail()

    def _inspect(self, frame: Json) -> None:
        self.world.look(frame)
        if is_event(frame):
            self.follower.event(frame)
        elif frame["type"] == "reply":
            self._reply(frame)
        elif frame["type"] == "pong":
            self._pong(frame)
        elif frame["type"] == "room":
            self.follower.snapshot(frame)
        elif frame["type"] == "now" and frame["room"] == self.follower.room:
            self.follower.now = frame["now"]
        else:
            self._other(frame)

    def _other(self, frame: Json) -> None:
        self.inbox.append(frame)
        del self.inbox[:-20]
        if frame["type"] == "bye":
            self.starved = frame["reason"] == "silent"
        elif frame["type"] == "matched":
            self.follower.enter(frame["room"], matched=True)
        elif frame["type"] == "dismissed" and frame["room"] == self.follower.room:
            self.follower.leave()

    def _pong(self, frame: Json) -> None:
        future = self._pinged.pop(frame["id"], None)
        if future is None:
            raise Fault(f"a pong without a ping: {json.dumps(frame)}")
        if not future.done():
            future.set_result(frame)

    def _reply(self, frame: Json) -> None:
        if not self._asked:
            raise Fault(f"a reply too many: {json.dumps(frame)}")
        number, kind, future = self._asked.popleft()
        if frame["id"] != number:
            raise Fault(f"a reply out of order: {json.dumps(frame)} for request {number}")
        self.world.findings.counts["replies"] += 1
        self._check_code(kind, frame)
        self._enter(frame.get("ok", {}))
        seq = (frame.get("ok") or frame["error"]).get("seq")
        view = self.follower.view
        if seq is not None and view is not None and view["seq"] < seq:
            raise Fault(f"a reply before its events: {json.dumps(frame)} at {view['seq']}")
        if not future.done():
            future.set_result(frame)

    def _enter(self, ok: Json) -> None:
        kind = ok.get("type")
        if kind in ("created", "joined", "watching"):
            self.follower.enter(ok["room"])
        elif kind == "resumed" and ok["room"] != self.follower.room:
            # The view that it had is that of the same room, under another code.
            self.follower.enter(ok["room"], self.follower.view)
        elif kind in ("left", "unwatched"):
            self.follower.leave()

    def _check_code(self, kind: str, frame: Json) -> None:
        if "error" not in frame:
            return
        code = frame["error"]["code"]
        self.world.findings.seen.add(code)
        to = self.world.answers_to.get(code)
        if to is None:
            raise Fault(f"a code that is not listed, {code}: in answer to {kind}")
        if to == f"any but `{kind}`" or not (
            to.startswith(("any", "all about")) or f"`{kind}`" in to or ("commands" in to and kind in COMMANDS)
        ):
            raise Fault(f"{code} answers {kind}: which its row of refusal codes does not list, {to!r}")
