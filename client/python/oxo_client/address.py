"""Addresses of servers and rooms ("The address" in docs/protocol.md)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit, urlunsplit

_CODE = re.compile(r"[ -]*(?:[2-9A-HJ-NP-Z][ -]*){8}", re.IGNORECASE)


def room_code(text: str) -> str | None:
    """A room's code as it is always written, `K7QX-4MTR`, or nothing if the text cannot be one."""
    if not _CODE.fullmatch(text):
        return None
    symbols = text.replace("-", "").replace(" ", "").upper()
    return f"{symbols[:4]}-{symbols[4:]}"


def split_invitation(url: str) -> tuple[str, str]:
    """The base address and the room's code of an address `BASE/r/CODE` that somebody was given."""
    base, _, last = url.rstrip("/").rpartition("/r/")
    code = room_code(last)
    if not base or code is None:
        raise ValueError(f"not an invitation: {url!r}; one ends in /r/ and a code such as K7QX-4MTR")
    return base + "/", code


def websocket_address(base: str) -> str:
    """The address of the WebSocket: `/ws` under a base address `http://…` or `https://…`, by `ws` or `wss`."""
    parts = urlsplit(base)
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if parts.scheme not in schemes or not parts.netloc:
        raise ValueError(f"not a server's address: {base!r}; one looks like http://localhost:1952/")
    return urlunsplit((schemes[parts.scheme], parts.netloc, parts.path.rstrip("/") + "/ws", "", ""))
