"""The fold: how an event changes the view of a room ("The fold" in docs/protocol.md).

A view is the JSON object that the server sends in a `room` frame. The fold only assigns fields of it
and needs no rules of the game. As on the wire, a field that is null, zero, false or empty is left out.

Every name that ends in `_ms` is a time in Unix milliseconds of the server, or a duration in
milliseconds (`lost_ms`, `clock_ms`, and the clocks, which are milliseconds left).
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

NOBODY_WON = {"host": 0, "guest": 0, "draws": 0}


class Gap(Exception):
    """An event is not the next one of this view: fetch the whole room again."""


def empty_view() -> Json:
    """The view before the first event. Whoever starts from a `room` frame never needs it."""
    return {
        "seq": 0,
        "at_ms": 0,
        "settings": {},
        "seats": {"host": None, "guest": None},
        "score": dict(NOBODY_WON),
        "closes_ms": 0,
    }


def is_event(frame: Json) -> bool:
    """Whether a frame of the server is an event, which it may be without being of a known type."""
    return "seq" in frame and frame.get("type") != "room"


def fold(view: Json, event: Json) -> Json:
    """The view after an event. The given view stays as it is.

    Raises `Gap` if the event's `seq` is not the view's plus one.
    """
    if event["seq"] != view["seq"] + 1:
        raise Gap(f"event {event['seq']} does not follow {view['seq']}")
    after = copy.deepcopy(view)
    after["seq"] = event["seq"]
    after["at_ms"] = event["at_ms"]
    assign = ASSIGNMENTS.get(event["type"])
    if assign is not None:
        assign(after, copy.deepcopy(event))
    return after


def _set(target: Json | None, name: str, value: Any) -> None:
    """Assign a field that is left out when it is empty. Without a target there is nothing to do."""
    if target is None:
        return
    if value in (None, 0, False, []):
        target.pop(name, None)
    else:
        target[name] = value


def _keep(target: Json | None, name: str, event: Json) -> None:
    """Assign a field of the event to the one of the same name, which stays when the event has none."""
    if target is not None and event.get(name) is not None:
        target[name] = event[name]


def _turn(view: Json, event: Json) -> Json | None:
    """The turn of an event, completed from the frame and from the turn before."""
    sent = event.get("turn")
    if sent is None:
        return None
    before = (view.get("game") or {}).get("turn") or {}
    turn = {
        "seat": sent["seat"],
        "since_ms": sent.get("since_ms") or event["at_ms"],
        "due_ms": sent["due_ms"],
        "limit": sent.get("limit") or before.get("limit"),
    }
    _set(turn, "moves_ms", sent.get("moves_ms"))
    return turn


def _end_game(view: Json, event: Json) -> None:
    game = view.get("game")
    _keep(view, "score", event)
    _set(view, "empty_until_ms", event.get("empty_until_ms"))
    _set(game, "turn", None)
    _set(game, "over", event["over"])


def _created(view: Json, event: Json) -> None:
    view["settings"] = event["settings"]
    view["seats"]["host"] = {"player": event["host"]}
    view["closes_ms"] = event["closes_ms"]
    _set(view, "empty_until_ms", event.get("empty_until_ms"))


def _joined(view: Json, event: Json) -> None:
    view["seats"][event["seat"]] = {"player": event["player"]}
    view["score"] = event.get("score") or dict(NOBODY_WON)
    _set(view, "empty_until_ms", None)
    if event.get("replaced"):
        _set(view.get("game"), "replaced", event["replaced"])
        _set(view.get("game"), "turn", _turn(view, event))


def _started(view: Json, event: Json) -> None:
    game = {"number": event["game"], "x": event["x"], "started_ms": event["at_ms"]}
    _set(game, "first_clocks", event.get("clocks"))
    _set(game, "clocks", copy.copy(event.get("clocks")))
    _set(game, "turn", _turn(view, event))
    _set(game, "opening", event.get("opening"))
    _set(view, "offer", None)
    _set(view, "empty_until_ms", None)
    view["game"] = game


def _moved(view: Json, event: Json) -> None:
    game = view.get("game")
    if game is not None and game.get("turn"):
        mover = game["turn"]["seat"]
        own_mark = "X" if mover == game["x"] else "O"
        played = {"cell": event["cell"], "mark": event.get("mark") or own_mark, "at_ms": event["at_ms"]}
        _keep(played, "clock_ms", event)
        game.setdefault("moves", []).append(played)
        if event.get("clock_ms") is not None and game.get("clocks"):
            game["clocks"][mover] = event["clock_ms"]
        _set(view["seats"][mover], "moved", True)
    _set(game, "turn", _turn(view, event))
    _set(game, "lines", event.get("lines"))
    _set(game, "no_open_lines", event.get("no_open_lines"))
    _set(game, "opening", event.get("opening"))
    if event.get("lapsed_offer") is not None:
        _set(view, "offer", None)
    if event.get("over"):
        _end_game(view, event)


def _chosen(view: Json, event: Json) -> None:
    game = view.get("game")
    if game is None or not game.get("turn"):
        return
    chooser = game["turn"]["seat"]
    _keep(game, "x", event)
    if event.get("clock_ms") is not None and game.get("clocks"):
        game["clocks"][chooser] = event["clock_ms"]
    choice = {"ply": len(game.get("moves", [])), "by": chooser, "choice": event["choice"]}
    _set(choice, "clocks", copy.copy(game.get("clocks")))
    game.setdefault("choices", []).append(choice)
    _set(game, "turn", _turn(view, event))
    _set(game, "opening", event.get("opening"))
    _set(view["seats"][chooser], "moved", True)
    if event.get("lapsed_offer") is not None:
        _set(view, "offer", None)


def _finished(view: Json, event: Json) -> None:
    _keep(view.get("game"), "clocks", event)
    _set(view, "offer", None)
    _end_game(view, event)


def _taken_back(view: Json, event: Json) -> None:
    game = view.get("game")
    _set(view, "offer", None)
    if game is not None:
        _set(game, "moves", game.get("moves", [])[: event["ply"]])
    _keep(game, "clocks", event)
    _set(game, "turn", _turn(view, event))
    _set(game, "lines", None)
    _set(game, "no_open_lines", event.get("no_open_lines"))


def _offered(view: Json, event: Json) -> None:
    view["offer"] = event["offer"]
    view["offers"] = event["offer"]["id"]


def _offer_closed(view: Json, event: Json) -> None:
    _set(view, "offer", None)
    _set(view["seats"][event["by"]], "may_offer_ms", event["again_ms"])


def _lost(view: Json, event: Json) -> None:
    lost = {"cause": event["cause"], "since_ms": event["at_ms"], "deadline_ms": event["deadline_ms"]}
    _set(view["seats"][event["seat"]], "lost", lost)
    _set(view, "empty_until_ms", event.get("empty_until_ms"))


def _returned(view: Json, event: Json) -> None:
    _set(view["seats"][event["seat"]], "lost", None)
    _set(view, "empty_until_ms", None)
    if event.get("turn") is not None:
        _set(view.get("game"), "turn", _turn(view, event))


def _left(view: Json, event: Json) -> None:
    view["seats"][event["seat"]] = None
    _set(view, "offer", None)
    _set(view, "empty_until_ms", event.get("empty_until_ms"))


def _renamed(view: Json, event: Json) -> None:
    _set(view["seats"][event["seat"]], "player", event["player"])


def _away(view: Json, event: Json) -> None:
    game = view.get("game")
    view["closes_ms"] = event["closes_ms"]
    _set(view, "offer", event.get("offer"))
    _set(view, "empty_until_ms", event.get("empty_until_ms"))
    _keep(game, "clocks", event)
    _set(game, "turn", _turn(view, event))
    if event.get("deadline_ms") is None:
        return
    for seated in view["seats"].values():
        if seated is not None and not seated["player"].get("computer"):
            cause = (seated.get("lost") or {}).get("cause", "restart")
            seated["lost"] = {
                "cause": cause,
                "since_ms": event["at_ms"],
                "deadline_ms": event["deadline_ms"],
            }


def _ended(view: Json, event: Json) -> None:
    view["ended"] = event["reason"]
    _set(view, "offer", None)
    if event.get("over"):
        _end_game(view, event)


ASSIGNMENTS: dict[str, Callable[[Json, Json], None]] = {
    "created": _created,
    "joined": _joined,
    "started": _started,
    "moved": _moved,
    "chosen": _chosen,
    "finished": _finished,
    "taken_back": _taken_back,
    "offered": _offered,
    "offer_closed": _offer_closed,
    "lost": _lost,
    "returned": _returned,
    "left": _left,
    "removed": _left,
    "renamed": _renamed,
    "away": _away,
    "ended": _ended,
}
