"""Requests that are no commands of a seat, from a player at a table, and their outcomes."""

from __future__ import annotations

import json
from typing import Any

from faults import Fault
from oxo_client import table
from player import Player
from scene import Scene

Json = dict[str, Any]

PHRASES = ["hello", "good_luck", "well_played", "thanks", "oops", "one_more", "must_go", "goodbye"]
NAMES = {"": None, "Ana": None, "  Bia ": None, "Cai 2": None, "(x)": "characters", "a\u202eb": "characters"}
NAMES |= {"x" * 99: "too_long", "界" * 13: "too_long", "\u0301a": "marks"}
# A review of a large board is the server's work for a second.
LARGEST_REVIEW = 25


def _busy(reply: Json) -> bool:
    """Whether the server refuses because it thinks for others, or because names change too often."""
    return reply.get("error", {}).get("code") == "too_fast"


class Speak(Scene):
    """Phrases, names, lists, hints, reviews and pings."""

    async def _speak(self, player: Player) -> None:
        asks = [self._react, self._name, self._list, self._hint, self._review, self._ping]
        await self.random.choice(asks)(player)

    async def _react(self, player: Player) -> None:
        reply = await player.link.ask({"type": "react", "phrase": self.random.choice(PHRASES)})
        if player.at_table and reply.get("ok") != {"type": "reacted"}:
            raise Fault(f"a reaction: of a player is answered by {json.dumps(reply)}")

    async def _name(self, player: Player) -> None:
        name = self.random.choice(list(NAMES))
        playing = table.to_move(player.view) is not None
        reply = await player.link.ask({"type": "set_name", "name": name})
        if _busy(reply) or not player.at_table or playing != (table.to_move(player.view) is not None):
            return
        error = reply.get("error", {})
        right = {"name_during_game"} if playing else set()
        right |= {"bad_name"} if NAMES[name] else set()
        if (error.get("code") not in right) if right else error:
            raise Fault(f"a name: {name!r} is answered by {json.dumps(reply)}, not {right}")
        if error.get("code") == "bad_name" and error["params"]["reason"] != NAMES[name]:
            raise Fault(f"a name: {name!r} is refused for another reason, {json.dumps(reply)}")
        if not right and reply["ok"].get("name") != (" ".join(name.split()) or None):
            raise Fault(f"a name: {name!r} is kept as {json.dumps(reply)}")

    async def _list(self, player: Player) -> None:
        """Page by page; within each, rooms with a free seat come first."""
        cursor: Json = {}
        for page in range(10):
            reply = await player.link.ask({"type": "rooms", **cursor})
            ok = reply.get("ok", {})
            order = [not room["waiting"] for room in ok.get("rooms", [])]
            if not ok or order != sorted(order) or len(order) > 50 or ("waiting" in ok and page > 0):
                raise Fault(f"a list of rooms is out of order: {json.dumps(reply)}")
            if "next" not in ok:
                break
            cursor = {"cursor": ok["next"]}

    async def _hint(self, player: Player) -> None:
        view = player.view or {}
        reply = await player.link.ask({"type": "hint"})
        opponents = [seated["player"] for seated in view["seats"].values() if seated]
        against_computer = any(one.get("computer") for one in opponents)
        if _busy(reply) or player.view is not view or not player.at_table:
            return
        if table.to_move(view) is None:
            right = {"no_game", "no_hint"}
        elif against_computer and table.to_move(view) == player.side and not table.choices(view):
            right = {"hint"}
        else:
            right = {"no_hint"}
        got = reply.get("ok", {}).get("type") or reply["error"]["code"]
        if got not in right or (got == "hint" and reply["ok"]["cell"] not in table.free_cells(view)):
            raise Fault(f"a hint: is {json.dumps(reply)}, not {right}, in {json.dumps(view)}")

    async def _review(self, player: Player) -> None:
        view = player.view or {}
        rules = table.rules(view)
        moves = [move["cell"] for move in (view.get("game") or {}).get("moves", [])]
        if rules["width"] * rules["height"] > LARGEST_REVIEW:
            return
        reply = await player.link.ask({"type": "review", "rules": rules, "moves": moves})
        if _busy(reply):
            return
        judged = reply.get("ok", {}).get("moves", [])
        if len(judged) != len(moves) or any(one and one["verdict"] == "lost" and not one["best"] for one in judged):
            raise Fault(f"a review: of {moves} by {json.dumps(rules)} is {json.dumps(reply)}")
        reply = await player.link.ask({"type": "analyse", "rules": rules, "moves": moves, "best": 8})
        if _busy(reply):
            return
        ranked = reply.get("ok", {}).get("moves")
        free = set(range(rules["width"] * rules["height"])) - set(moves)
        if ranked is None or any(not set(one["line"]) <= free or len(set(one["line"])) < len(one["line"]) for one in ranked):
            raise Fault(f"an analysis: of {moves} by {json.dumps(rules)} is {json.dumps(reply)}")

    async def _ping(self, player: Player) -> None:
        data = self.random.choice([0, "", [], {}, [1, {"a": None}], -1.5, False, {"": [[]]}])
        reply = await player.link.ask({"type": "ping", "data": data})
        if reply.get("data") != data:
            raise Fault(f"a ping's data: {json.dumps(data)} come back as {json.dumps(reply)}")
