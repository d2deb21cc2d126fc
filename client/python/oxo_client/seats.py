"""Draws the secrets of seats, and keeps them where a program finds them after a restart.

The secret is the seat ("Seats and their secrets" in docs/protocol.md): it is kept before it is sent, and
it stands in no address, log or error message.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any, Protocol

Json = dict[str, Any]


def draw_secret() -> str:
    """A new secret: 16 random bytes in base64url without padding, 22 characters."""
    return secrets.token_urlsafe(16)


def draw_key() -> str:
    """The mark of the quick matches of this process as one player's: drawn once per process."""
    return secrets.token_urlsafe(12)


class Seats(Protocol):
    """Storage of a session's seats.

    A kept seat is `{"server": …, "request": …, "room": …}`: the base address that the program was given,
    the request that took the seat, with its `secret`, and the room's code, which is null before the reply.
    """

    def keep(self, seat: Json) -> None:
        """Keep a seat, in place of the one with the same secret."""

    def forget(self, secret: str) -> None:
        """The seat is given up, or is not there any more."""


class NoSeats:
    """Keeps nothing: when the program ends, its seats are lost."""

    def keep(self, seat: Json) -> None:
        """Keep nothing."""

    def forget(self, secret: str) -> None:
        """Forget nothing."""


class SeatFile:
    """Keeps seats in a file that only its owner can read. One program uses it at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self, server: str) -> list[Json]:
        """The seats at a server, by the base address that the program was given; the newest last."""
        return [seat for seat in self._read() if seat["server"] == server]

    def keep(self, seat: Json) -> None:
        secret = seat["request"]["secret"]
        self._write([*self._others(secret), seat])

    def forget(self, secret: str) -> None:
        self._write(self._others(secret))

    def _others(self, secret: str) -> list[Json]:
        return [seat for seat in self._read() if seat["request"]["secret"] != secret]

    def _read(self) -> list[Json]:
        try:
            seats: list[Json] = json.loads(self._path.read_text("utf-8"))["seats"]
            return seats
        except FileNotFoundError:
            return []

    def _write(self, seats: list[Json]) -> None:
        # `mkstemp` makes a file with the mode 600. A crash leaves the old file or the new one.
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"seats": seats}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self._path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)
            raise
