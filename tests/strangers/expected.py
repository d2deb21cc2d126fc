"""The outcome of a command by docs/protocol.md, from the view that it was sent in."""

from __future__ import annotations

from typing import Any

from oxo_client import table

Json = dict[str, Any]

# The events by which each command can begin, when it is done.
FIRST_EVENTS = {
    "move": {"moved", "chosen"},
    "choose": {"chosen"},
    "resign": {"finished"},
    "abort": {"finished"},
    "claim": {"finished"},
    "leave": {"lost", "left", "finished"},
    "offer": {"offered", "taken_back", "finished", "started"},
    "accept": {"taken_back", "finished", "started"},
    "decline": {"offer_closed"},
    "remove_guest": {"finished", "removed"},
    "seat_computer": {"joined"},
}


def other(side: str) -> str:
    """The seat opposite."""
    return "guest" if side == "host" else "host"


def refusals(command: Json, view: Json, side: str) -> tuple[list[str], bool]:
    """The codes of which one refuses this command, none if it is done, and whether the first is meant.

    What depends on the time, as a grace does, is left to `maybe`.
    """
    kind = command["type"]
    game: Json = view.get("game") or {}
    running = bool(game) and not game.get("over")
    about_game = [] if running else ["no_game"]
    if game and command.get("game") != game["number"]:
        about_game.append("stale")
    if kind == "move":
        return about_game + (_move(command, view, side) if running else []), True
    if kind == "choose":
        return about_game + (_choose(command, view, side) if running else []), True
    if kind == "resign":
        return about_game, True
    if kind == "abort":
        return about_game + (["too_late_to_abort"] if running and _both_acted(game) else []), True
    if kind == "claim":
        return about_game + (_claim(command, view, side) if running else []), True
    if kind == "offer":
        return _offer(command, view, side, running), True
    if kind in ("accept", "decline"):
        return _answer(command, view, side), True
    if kind == "remove_guest":
        return _remove(view, side), True
    if kind == "seat_computer":
        return _seat_computer(view, side, running), False
    return [], True


def maybe(command: Json, view: Json, side: str) -> set[str]:
    """Further codes that depend on the time, or on what others do."""
    lost = (view["seats"][other(side)] or {}).get("lost")
    if command["type"] in ("claim", "seat_computer") and lost:
        return {"grace_running"}
    if command["type"] == "seat_computer":
        return {"too_many_computers"}
    if command["type"] == "offer":
        return {"offer_cooldown"} if view["seats"][side].get("may_offer_ms") else set()
    return set()


def _move(command: Json, view: Json, side: str) -> list[str]:
    codes = []
    if command["ply"] != len(view["game"].get("moves", [])):
        codes.append("stale")
    if table.to_move(view) != side or not table.may_place(view):
        codes.append("not_your_turn")
    rules = table.rules(view)
    if command["cell"] >= rules["width"] * rules["height"]:
        codes.append("cell_outside")
    elif command["cell"] not in table.free_cells(view):
        codes.append("cell_taken")
    return codes


def _choose(command: Json, view: Json, side: str) -> list[str]:
    codes = []
    if command["ply"] != len(view["game"].get("moves", [])):
        codes.append("stale")
    choices = table.choices(view)
    if table.to_move(view) != side or not choices:
        codes.append("not_your_turn")
    elif command["choice"] not in choices:
        codes.append("bad_field")
    return codes


def _claim(command: Json, view: Json, side: str) -> list[str]:
    if command["result"] == "draw" and view["game"].get("no_open_lines"):
        return []
    opposite = view["seats"][other(side)]
    if not (opposite and opposite.get("lost")):
        return ["opponent_present" if command["result"] == "win" else "lines_open"]
    return ["claim_on_your_turn"] if table.to_move(view) == side else []


def _both_acted(game: Json) -> bool:
    """Whether both sides have acted: by a move each, or in an opening with its first choice."""
    return bool(game.get("choices")) or (not game.get("opening") and len(game.get("moves", [])) >= 2)


def _may_take_back(ply: int, game: Json) -> bool:
    """Whether a takeback may leave that many moves: none that the opening settled is taken back."""
    moves = len(game.get("moves", []))
    settled = moves if game.get("opening") else (game.get("choices") or [{"ply": 0}])[-1]["ply"]
    return settled <= ply < moves


def _offer(command: Json, view: Json, side: str, running: bool) -> list[str]:
    offer = view.get("offer")
    game: Json = view.get("game") or {}
    codes = []
    if command["kind"] == "rematch":
        if running:
            codes.append("game_running")
    elif not running:
        codes.append("no_game")
    if command["game"] != game.get("number", 0):
        codes.append("stale")
    if command["kind"] == "takeback" and running and not _may_take_back(command["ply"], game):
        codes.append("bad_takeback")
    if view["seats"][other(side)] is None:
        codes.append("no_opponent")
    crossing = offer and (offer["by"], offer["kind"], offer.get("ply", 0)) == (
        other(side),
        command["kind"],
        command.get("ply", 0),
    )
    if offer and not crossing:
        codes.append("offer_open")
    return codes


def _answer(command: Json, view: Json, side: str) -> list[str]:
    offer = view.get("offer")
    if offer is None or offer["id"] != command["offer"]:
        return ["no_such_offer"]
    return ["own_offer"] if offer["by"] == side else []


def _remove(view: Json, side: str) -> list[str]:
    guest = view["seats"]["guest"]
    codes = [] if side == "host" else ["not_host"]
    if guest is None:
        codes.append("no_opponent")
    elif guest.get("moved"):
        codes.append("guest_has_moved")
    return codes


def _seat_computer(view: Json, side: str, running: bool) -> list[str]:
    opposite = view["seats"][other(side)]
    if opposite is None:
        return []
    if opposite["player"].get("computer"):
        return ["game_running"] if running else []
    return [] if opposite.get("lost") else ["opponent_present"]
