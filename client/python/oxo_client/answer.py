"""The outcome of a request: the `ok` of its reply, a refusal, or nothing because the link was lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


class Refused(Exception):
    """The server refused a request ("Refusal codes" in docs/protocol.md), and nothing has changed."""

    def __init__(self, code: str, params: Json | None = None) -> None:
        super().__init__(code, params or {})
        self.code = code
        self.params: Json = params or {}

    def __str__(self) -> str:
        params = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return f"{self.code} ({params})" if params else self.code

    @property
    def retry_in_ms(self) -> int | None:
        """In how many milliseconds the same request may be sent again, if that makes sense."""
        return self.params.get("retry_in_ms")


class LinkLost(Exception):
    """The link was lost before the reply came, and the request is not one that is sent again."""


Answer = Json | Refused | LinkLost


def _nobody(_answer: Answer) -> None:
    """Nobody waits for the answer, or it was given."""


@dataclass
class Ask:
    """A request without its `id`, and the callback for its answer."""

    body: Json
    done: Callable[[Answer], None] = _nobody

    @property
    def type(self) -> str:
        """The request's type."""
        return str(self.body["type"])

    def resolve(self, answer: Answer) -> None:
        """Give the answer to the callback, once."""
        done, self.done = self.done, _nobody
        done(answer)


def answer_of(reply: Json) -> Answer:
    """The answer in a `reply` frame, or in the `last` of an entrance."""
    if "error" in reply:
        return Refused(reply["error"]["code"], reply["error"].get("params"))
    ok: Json = reply["ok"]
    return ok
