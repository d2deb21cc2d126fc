"""Numbers the commands of a seat ("Doing things once" in docs/protocol.md).

One command is under way at a time. Without a reply it is sent again with the same `n` after the link
was lost, and so happens once; the others wait for it in a bounded queue.
"""

from __future__ import annotations

from collections import deque

from .answer import Answer, Ask, Json, LinkLost, Refused

# What each command is answered with once it is done.
DONE = {
    "move": ["moved"],
    "choose": ["chosen"],
    "resign": ["resigned"],
    "abort": ["aborted"],
    "claim": ["claimed"],
    "leave": ["left"],
    "offer": ["offered", "accepted"],
    "accept": ["accepted"],
    "decline": ["declined"],
    "remove_guest": ["removed"],
    "seat_computer": ["computer_seated"],
}
SEAT_COMMANDS = frozenset(DONE)
# These name the game that they are about.
ABOUT_A_GAME = frozenset(["move", "choose", "resign", "abort", "claim", "offer"])

MOST_WAITING = 32


def about_game(command: str, view: Json | None) -> Json:
    """The game that a command is about, and the move of it: the present ones. Raises `Refused` if there is none."""
    if command not in ABOUT_A_GAME:
        return {}
    game = (view or {}).get("game")
    if game is None:
        raise Refused("no_game")
    about: Json = {"game": game["number"]}
    if command in ("move", "choose"):
        about["ply"] = len(game.get("moves", []))
    return about


class Commands:
    """The commands of one seat: the number of the last that was done, and those without an answer."""

    def __init__(self, n: int = 0) -> None:
        self.n = n
        # The first is the pending one.
        self._asks: deque[Ask] = deque()
        self._sent = False
        # The number with which the pending one was sent, if it was.
        self._number: int | None = None
        self._renumbered = False
        # The pending command's answer, which the view has not caught up with yet.
        self._early: Answer | None = None
        self._early_seq = 0

    @property
    def pending(self) -> Ask | None:
        """The command that is under way, or will be as soon as there is a link."""
        return self._asks[0] if self._asks else None

    def add(self, ask: Ask) -> None:
        """Take a command; `to_send` gives it when its turn comes."""
        if len(self._asks) >= MOST_WAITING:
            raise OverflowError(f"more than {MOST_WAITING} commands wait for the server")
        self._asks.append(ask)

    def to_send(self, room: str) -> Json | None:
        """The command to send now, without its `id`."""
        if self._sent or self._early is not None or not self._asks:
            return None
        self._sent = True
        self._number = self.n + 1
        return {**self._asks[0].body, "room": room, "n": self._number}

    def link_lost(self) -> None:
        """Nobody knows whether the pending command arrived: it will be sent again."""
        self._sent = False

    def replied(self, answer: Answer) -> None:
        """The reply to the pending command."""
        if isinstance(answer, Refused) and answer.code == "out_of_order" and not self._renumbered:
            self.n = answer.params["expected"] - 1
            self._renumbered = True
            self._sent = False
            return
        if not isinstance(answer, Exception):
            self.n += 1
        self._resolve(answer)

    def resumed(self, n: int, last: Answer | None) -> None:
        """The seat's last command: the pending one with its answer, or another device's, which counts by the same numbers."""
        self.n = n
        if self._number is None or n < self._number:
            return
        if n == self._number and self._fits(last):
            self._early = last
            self._early_seq = last.get("seq", 0) if isinstance(last, dict) else 0
        else:
            self._resolve(LinkLost("another device of the seat acted first, and the command was not done"))

    def _fits(self, last: Answer | None) -> bool:
        """Whether it may be the answer to the pending command: a refusal, or what its kind is answered with."""
        return isinstance(last, Refused) or isinstance(last, dict) and last["type"] in DONE[self._asks[0].type]

    def view_is_at(self, seq: int) -> None:
        """The view has all events up to this number: an answer that is about them can be given."""
        if self._early is not None and seq >= self._early_seq:
            self._resolve(self._early)

    def drop(self, why: Answer) -> None:
        """The seat is gone: nothing is sent any more."""
        while self._asks:
            self._resolve(why)

    def _resolve(self, answer: Answer) -> None:
        self._sent = self._renumbered = False
        self._number = self._early = None
        self._asks.popleft().resolve(answer)
