"""The session does what protocol/transcripts/connections say, step by step, with a clock moved by hand."""

import json
import unittest
from pathlib import Path
from typing import Any

from oxo_client.answer import Answer, Ask, Refused
from oxo_client.session import Session

CONNECTIONS = Path(__file__).parents[3] / "protocol" / "transcripts" / "connections"
WELCOME = {
    "type": "welcome",
    "version": 1,
    "features": [],
    "server": {"name": "recorded", "version": "0"},
    "limits": {},
    "at_ms": 1795229000000,
    "addresses": [],
    "promise": {"acknowledged": "memory", "games_kept_ms": 0, "addresses_logged": False},
}
STEP_MS = 50


class Runner:
    """Plays the server of one transcript."""

    def __init__(self, test: unittest.TestCase) -> None:
        self.test = test
        self.session = Session("https://oxo.example/", {"client": "test/0", "name": "Ana"})
        self.now_ms = 0
        self.connected = False
        self.sent: list[dict[str, Any]] = []
        self.names: dict[str, Any] = {}
        self.answer: str | None = None

    def step(self, step: dict[str, Any]) -> None:
        kind = next(iter(step))
        if kind not in ("send", "connect"):
            self.collect()
            self.test.assertEqual(self.sent, [])
        getattr(self, kind)(step[kind], step)

    def connect(self, address: str, step: dict[str, Any]) -> None:
        self.test.assertFalse(self.connected)
        due = self.session.open_at_ms
        self.test.assertIsNotNone(due)
        self.test.assertLessEqual(due - self.now_ms, 10_000)
        self.now_ms = max(self.now_ms, due)
        self.test.assertEqual(self.session.base, address)
        self.session.opened(self.now_ms)
        self.connected = True
        self.collect()
        hello = self.sent.pop(0)
        self.test.assertEqual((hello["type"], hello["versions"]), ("hello", [1]))
        welcome = {**WELCOME, **step.get("welcome", {})}
        self.session.received({"type": "reply", "id": hello["id"], "ok": welcome}, self.now_ms)

    def user(self, body: dict[str, Any], _step: object) -> None:
        self.session.ask(Ask(body, self.answered))

    def answered(self, answer: Answer) -> None:
        if isinstance(answer, Refused):
            self.answer = answer.code
        elif isinstance(answer, dict):
            self.answer = answer["type"]

    def send(self, expected: dict[str, Any], _step: object) -> None:
        self.collect()
        self.test.assertTrue(self.sent, f"nothing was sent, where {expected} is expected")
        frame = self.sent.pop(0)
        for name, value in expected.items():
            if isinstance(value, str) and value.startswith("$"):
                expected = {**expected, name: self.names.setdefault(value, frame.get(name))}
        zeros = {name: 0 for name, value in expected.items() if value == 0}
        self.test.assertEqual({**zeros, **frame}, expected)

    def receive(self, frame: dict[str, Any], _step: object) -> None:
        if frame.get("id") in self.names:
            frame = {**frame, "id": self.names[frame["id"]]}
        self.session.received(frame, self.now_ms)

    def time(self, passes_ms: int, _step: object) -> None:
        end_ms = self.now_ms + passes_ms
        while self.now_ms < end_ms:
            self.now_ms = min(self.now_ms + STEP_MS, end_ms)
            if self.connected:
                self.session.tick(self.now_ms)
                self.collect()
            elif self.session.open_at_ms is not None:
                self.test.assertGreater(self.session.open_at_ms, self.now_ms)

    def cut(self, _true: bool, _step: object) -> None:
        self.connected = False
        self.session.closed(self.now_ms)

    def closed(self, _true: bool, _step: object) -> None:
        self.test.assertTrue(self.session.wants_close)
        self.cut(True, _step)

    def state(self, expected: dict[str, Any], _step: object) -> None:
        session, place = self.session, self.session.place
        view = (place and place.view) or {}
        pending = place and place.commands.pending
        state = {
            "link": session.link,
            "room": place and place.room,
            "seat": place and place.side,
            "seq": view.get("seq", 0),
            "cells": [move["cell"] for move in view.get("game", {}).get("moves", [])],
            "spectators": place and place.now and place.now["spectators"],
            "pending": pending and pending.type,
            "answer": self.answer,
            "queued": session.queued,
            "saving": session.saving,
        }
        self.test.assertEqual({name: state[name] for name in expected}, expected)

    def collect(self) -> None:
        """Take what the session sends, and answer its pings."""
        for frame in self.session.take_outgoing():
            if frame["type"] == "ping":
                self.session.received({"type": "pong", "id": frame["id"], "at_ms": 1}, self.now_ms)
            else:
                self.sent.append(frame)


class Connections(unittest.TestCase):
    def test_every_recorded_connection(self) -> None:
        files = sorted(CONNECTIONS.glob("*.jsonl"))
        self.assertGreater(len(files), 15)
        for file in files:
            runner = Runner(self)
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                with self.subTest(file=file.name, line=number):
                    runner.step(json.loads(line))


if __name__ == "__main__":
    unittest.main()
