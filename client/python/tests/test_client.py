"""The client with asyncio, against a server that says what each test wants."""

import asyncio
import json
import logging
import unittest
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from oxo_client import Client, LinkLost, Refused

Handler = Callable[[ServerConnection], Awaitable[None]]


async def greet(socket: ServerConnection) -> None:
    hello = json.loads(await socket.recv())
    await socket.send(json.dumps({"type": "reply", "id": hello["id"], "ok": {"type": "welcome"}}))


async def echo(socket: ServerConnection) -> None:
    """Answer `rooms` with no rooms, and everything else with a refusal."""
    await greet(socket)
    async for text in socket:
        request = json.loads(text)
        answer = {"error": {"code": "not_in_room"}}
        if request["type"] == "rooms":
            answer = {"ok": {"type": "rooms", "rooms": []}}
        await socket.send(json.dumps({"type": "reply", "id": request["id"], **answer}))


class Clients(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.handlers: list[Handler] = []
        self.refused: list[int] = []

        async def handle(socket: ServerConnection) -> None:
            # One handler for each connection; the last for all that follow.
            handler = self.handlers.pop(0) if len(self.handlers) > 1 else self.handlers[0]
            await handler(socket)

        def refuse(socket: ServerConnection, _request: Request) -> Response | None:
            if not self.refused:
                return None
            response = socket.respond(HTTPStatus(self.refused.pop(0)), "not now")
            response.headers["Retry-After"] = "0"
            return response

        # What becomes of the connections is for the tests to say, not for a log.
        quiet = logging.getLogger("quiet")
        quiet.setLevel(logging.CRITICAL + 1)
        server = await serve(handle, "127.0.0.1", 0, process_request=refuse, subprotocols=["oxo.v1"], logger=quiet)
        self.addAsyncCleanup(self.closed, server)
        self.addCleanup(server.close)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"

    async def closed(self, server: Server) -> None:
        async with asyncio.timeout(20):
            await server.wait_closed()

    async def test_a_request_is_answered_or_refused(self) -> None:
        self.handlers = [echo]
        async with Client(self.address) as client:
            self.assertEqual(await client.ask({"type": "rooms"}), {"type": "rooms", "rooms": []})
            with self.assertRaises(Refused) as refused:
                await client.ask({"type": "unwatch"})
            self.assertEqual(refused.exception.code, "not_in_room")

    async def test_closing_ends_at_once_whatever_happens_at_that_moment(self) -> None:
        self.handlers = [echo]
        for _ in range(30):
            async with asyncio.timeout(20), Client(self.address) as client:
                await client.ask({"type": "rooms"})

    async def test_nobody_there_is_said_in_a_sentence(self) -> None:
        with self.assertRaisesRegex(ConnectionError, r"cannot reach http://127\.0\.0\.1:1/"):
            async with Client("http://127.0.0.1:1/"):
                pass

    async def test_a_refused_greeting_is_raised(self) -> None:
        async def refuse(socket: ServerConnection) -> None:
            hello = json.loads(await socket.recv())
            error = {"code": "bad_name", "params": {"reason": "characters"}}
            await socket.send(json.dumps({"type": "reply", "id": hello["id"], "error": error}))
            await socket.wait_closed()

        self.handlers = [refuse]
        with self.assertRaisesRegex(Refused, "bad_name"):
            async with Client(self.address, name="(x)"):
                pass

    async def test_a_link_is_opened_again_and_what_cannot_be_repeated_ends_with_link_lost(self) -> None:
        async def lose(socket: ServerConnection) -> None:
            await greet(socket)
            await socket.recv()

        self.handlers = [lose, echo]
        async with Client(self.address) as client:
            with self.assertRaises(LinkLost):
                await client.ask({"type": "rooms"})
            # Asked while there is no link, it is sent on the next one, when the server lets it in.
            self.refused = [503, 503]
            async with asyncio.timeout(20):
                self.assertEqual((await client.ask({"type": "rooms"}))["rooms"], [])

    async def test_what_cannot_be_read_costs_the_link_alone(self) -> None:
        async def babble(socket: ServerConnection) -> None:
            await greet(socket)
            await socket.send('{"type":["reply"]} nonsense')
            await socket.wait_closed()

        self.handlers = [babble, echo]
        async with Client(self.address) as client, asyncio.timeout(20):
            for _ in range(3):
                try:
                    await client.ask({"type": "rooms"})
                    break
                except LinkLost:
                    continue
            else:
                self.fail("never answered")

    async def test_a_request_that_came_too_fast_is_sent_again(self) -> None:
        async def slow_down(socket: ServerConnection) -> None:
            await greet(socket)
            for answer in ({"error": {"code": "too_fast", "params": {"retry_in_ms": 1}}}, {"ok": {"type": "rooms"}}):
                request = json.loads(await socket.recv())
                await socket.send(json.dumps({"type": "reply", "id": request["id"], **answer}))
            await socket.wait_closed()

        self.handlers = [slow_down]
        async with Client(self.address) as client, asyncio.timeout(20):
            self.assertEqual(await client.ask({"type": "rooms"}), {"type": "rooms"})


if __name__ == "__main__":
    unittest.main()
