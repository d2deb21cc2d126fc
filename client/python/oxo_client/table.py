"""Reads a view: whose turn it is, which cells are free, how the board looks."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

CLASSIC = {"width": 3, "height": 3, "line": 3}


def rules(view: Json) -> Json:
    """Width and height of the board and length of the line; with `misere`, whoever makes it loses, and with `exact`, a longer one has no effect."""
    found: Json = view["settings"].get("rules", CLASSIC)
    return found


def to_move(view: Json | None) -> str | None:
    """The seat whose turn it is, `host` or `guest`, while a game is running."""
    turn = ((view or {}).get("game") or {}).get("turn")
    return turn["seat"] if turn else None


def over(view: Json | None) -> Json | None:
    """The end of the game in view: its `result`, `reason` and, if it was won, `winner`."""
    return ((view or {}).get("game") or {}).get("over")


def free_cells(view: Json) -> list[int]:
    """The cells without a mark, numbered row by row from 0 at the top left."""
    taken = {move["cell"] for move in view["game"].get("moves", [])}
    return [cell for cell in range(rules(view)["width"] * rules(view)["height"]) if cell not in taken]


def rows(view: Json) -> list[str]:
    """The board's rows from the top, a character a cell: `X`, `O` or `.`."""
    width, height = rules(view)["width"], rules(view)["height"]
    cells = ["."] * (width * height)
    for move in (view.get("game") or {}).get("moves", []):
        cells[move["cell"]] = move["mark"]
    return ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]


def may_place(view: Json) -> bool:
    """Whether whoever is to act may place a mark: always, unless the game's opening wants a choice first."""
    return view["game"].get("opening") in (None, "place", "place_or_choose")


def choices(view: Json) -> list[str]:
    """The choices in the game's opening for whoever is to act; none where nothing is chosen."""
    choices = {
        "place_or_choose": ["X", "O"],
        "choose": ["X", "O"],
        "choose_or_place_two": ["X", "O", "place_two"],
    }
    return choices.get(view["game"].get("opening", ""), [])
