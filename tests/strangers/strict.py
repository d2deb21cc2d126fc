"""Holds the server's reading of requests against the schema's, with every change that `mutate` makes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import mutate
from contract import requests_of_the_document
from faults import Fault
from link import PATIENCE_S, Link, World

Json = dict[str, Any]

# Refusals that say that a request cannot be read, whatever it is about.
UNREADABLE = frozenset(["unknown_type", "unknown_field", "bad_field"])
MOST_BYTES = 4_096
DEEPEST = 16
LARGEST_ID = 2**53 - 1


class Unlike(Exception):
    """JSON that the document rules out and Python's reader would let pass."""


class Text:
    """A request's text, and what the document's rules apart from the schema make of it."""

    def __init__(self, text: str) -> None:
        self.too_long = len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES
        # The fields that stand twice in an object; those of the outermost object were read last.
        self.twice: list[set[str]] = [set()]
        try:
            self.value: Any = json.loads(
                text, object_pairs_hook=self._object, parse_float=self._fraction, parse_int=self._int,
                parse_constant=self._no_number,
            )  # fmt: skip
            self.is_json = True
        except (ValueError, RecursionError):
            self.value, self.is_json = None, False
        self.deep = self.is_json and _depth(self.value) > DEEPEST

    def _object(self, pairs: list[tuple[str, Any]]) -> Json:
        names = [name for name, _ in pairs]
        self.twice.append({name for name in names if names.count(name) > 1})
        return dict(pairs)

    @staticmethod
    def _fraction(_literal: str) -> float:
        """A number with a point or an exponent is never whole."""
        return 0.5

    @staticmethod
    def _int(literal: str) -> float:
        return 0.5 if literal == "-0" else int(literal)

    @staticmethod
    def _no_number(literal: str) -> None:
        raise ValueError(literal)

    @property
    def has_only_what_it_may(self) -> bool:
        """No field twice and no half of a surrogate pair, but in the `data` of `ping`, which nobody looks into."""
        if self.value["type"] != "ping":
            return not any(self.twice) and not _half(self.value)
        return not self.twice[-1] and not _half({name: one for name, one in self.value.items() if name != "data"})

    @property
    def gets_reply(self) -> bool:
        """Whether a `type` and an `id` can be read, each once."""
        top = self.value
        return (
            isinstance(top, dict)
            and not self.deep
            and not self.twice[-1] & {"type", "id"}
            and isinstance(top.get("type"), str)
            and isinstance(top.get("id"), int)
            and not isinstance(top["id"], bool)
            and 0 <= top["id"] <= LARGEST_ID
        )


def _depth(value: Any) -> int:
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if children is None else 1 + max(map(_depth, children), default=0)


def _half(value: Any) -> bool:
    """Whether half a surrogate pair stands in a text."""
    if isinstance(value, str):
        return any("\ud800" <= one <= "\udfff" for one in value)
    if isinstance(value, dict):
        return any(_half(one) for pair in value.items() for one in pair)
    return isinstance(value, list) and any(map(_half, value))


def _data(text: str) -> Any:
    """The `data` of a ping or pong, with its numbers as they are written and its fields as they stand."""

    def written(literal: str) -> tuple[str, str]:
        return ("number", literal)

    fields = json.loads(text, object_pairs_hook=tuple, parse_float=written, parse_int=written)
    return [value for name, value in fields if name == "data"]


def texts(world: World) -> Iterator[str]:
    """Every single change of every request, in an order by the seed, and then several at once for ever."""
    random = Random(f"{world.seed}/strict")
    requests = requests_of_the_document(world.schema.request_types)
    all_of_them = [text for request in requests for text in mutate.single(request, random)]
    all_of_them += [text for request in requests[:3] for text in mutate.broken(request)]
    random.shuffle(all_of_them)
    yield from all_of_them
    while True:
        yield mutate.several(random.choice(requests), random)


class Strict:
    """Sends texts and holds what comes back against the schema."""

    def __init__(self, world: World, number: int, source: Iterator[str]) -> None:
        self.world = world
        self.name = f"mutations {number}"
        self._source = source
        self._random = Random(f"{world.seed}/{number}/strict")
        self._greeted: Probe | None = None

    async def run(self, ends_at: float) -> None:
        """Until the time is over or enough is found."""
        loop = asyncio.get_running_loop()
        for text in self._source:
            if loop.time() >= ends_at or self.world.findings.full:
                break
            try:
                await self._try(text)
            except Fault as fault:
                self.world.findings.add(self.name, str(fault))
                await self._drop()
            except ConnectionError as error:
                self.world.findings.add(self.name, f"the connection ended: {error}, after {text[:300]}")
                await self._drop()
        await self._drop()

    async def _drop(self) -> None:
        if self._greeted is not None:
            await self._greeted.abort()
            self._greeted = None

    async def _try(self, text: str) -> None:
        said = Text(text)
        if said.too_long:
            return
        hello = isinstance(said.value, dict) and said.value.get("type") == "hello"
        greets = hello and self._random.random() < 0.8
        if greets or self._random.random() < 0.02:
            probe = Probe(self.world, self.name)
            await probe.connect()
            self._compare(text, said, await probe.answers(text, said), None if greets else "hello_first")
            await probe.abort()
            return
        if self._greeted is None or self._greeted.bad >= 4:
            await self._drop()
            self._greeted = Probe(self.world, self.name)
            await self._greeted.open()
        self._compare(text, said, await self._greeted.answers(text, said), "already_greeted" if hello else None)

    def _compare(self, text: str, said: Text, answers: list[Json], only: str | None) -> None:
        """One answer, and the right one: this code alone, or else whether the schema accepts it."""
        self.world.findings.counts["mutations"] += 1
        detail = f"{text[:600]} gets {json.dumps(answers)[:600]}"
        if len(answers) != 1:
            raise Fault(f"{len(answers)} answers to one frame: {detail}")
        answer = answers[0]
        if (answer["type"] in ("reply", "pong")) != said.gets_reply:
            raise Fault(f"a readable frame gets a reply, another an error: {detail}")
        if not said.gets_reply:
            return
        code = answer.get("error", {}).get("code")
        if only is not None and (said.value["type"] == "hello") == (only == "already_greeted"):
            if code != only:
                raise Fault(f"{code} comes before {only}: {detail}")
            return
        reads = code not in UNREADABLE
        right = self.world.schema.accepts(said.value) and said.has_only_what_it_may
        if answer["type"] == "pong" and _data(answer["text"]) != _data(text):
            raise Fault(f"a ping's data come back changed: {detail}")
        if (
            right
            and said.value["type"] in ("review", "analyse")
            and answer.get("error", {}).get("params", {}).get("field") == "moves"
        ):
            return  # They form no game.
        if reads and not right:
            raise Fault(f"the server reads a {said.value['type']} that the schema refuses: {detail}")
        if right and not reads:
            raise Fault(f"the server refuses a {said.value['type']} that the schema accepts: {detail}")
        self.world.findings.counts["read" if reads else "refused as unreadable"] += 1


class Probe(Link):
    """A connection on which a text is followed by a request whose reply says that it was dealt with."""

    bad = 0

    async def answers(self, text: str, said: Text) -> list[Json]:
        """Everything that answers a text: replies, pongs and errors, in their order."""
        self.collected: list[Json] = []
        self.sentinel = (
            LARGEST_ID - 1 if not isinstance(said.value, dict) or said.value.get("id") != LARGEST_ID - 1 else 1
        )
        self.send_text(text)
        self.send_text(json.dumps({"type": "weather", "id": self.sentinel}))
        try:
            await self.until(f"the end of {text[:200]}", lambda: self._done, PATIENCE_S)
        except ConnectionError:
            # Without a version in common the server says so and ends the connection.
            if not any(frame.get("error", {}).get("code") == "version_unsupported" for frame in self.collected):
                raise
        pings = isinstance(said.value, dict) and said.value.get("type") == "ping" and said.gets_reply
        if pings:
            await self.until("a pong", lambda: len(self.collected) > 1, PATIENCE_S)
        found = [frame for frame in self.collected if frame.get("id") != self.sentinel]
        self.bad += sum(frame["type"] == "error" for frame in found)
        return found

    @property
    def _done(self) -> bool:
        return any(frame.get("id") == self.sentinel for frame in self.collected)

    def _reply(self, frame: Json) -> None:
        if self._asked:
            super()._reply(frame)
        else:
            self._enter(frame.get("ok", {}))
            self.collected.append(frame)

    def _pong(self, frame: Json) -> None:
        self.collected.append({**frame, "text": self.frames[-1].removeprefix("< ")})

    def _other(self, frame: Json) -> None:
        super()._other(frame)
        if frame["type"] == "error":
            self.collected.append(frame)

    def _check_code(self, kind: str, frame: Json) -> None:
        """Nothing: `Strict` checks the code."""
