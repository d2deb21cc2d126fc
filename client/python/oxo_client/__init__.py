"""A client for OXO, the noughts and crosses server, written from docs/protocol.md."""

from . import table
from .address import room_code, split_invitation
from .answer import LinkLost, Refused
from .client import Client
from .fold import Gap, empty_view, fold, is_event
from .seats import SeatFile, draw_secret
from .session import Session

__all__ = [
    "Client",
    "Gap",
    "LinkLost",
    "Refused",
    "SeatFile",
    "Session",
    "draw_secret",
    "empty_view",
    "fold",
    "is_event",
    "room_code",
    "split_invitation",
    "table",
]
