"""Checks of what a server answers to plain HTTP requests: invitations, lists and finished games."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

from faults import Fault
from link import PATIENCE_S, World
from oxo_client import draw_secret, empty_view, fold

Json = dict[str, Any]


async def get(world: World, path: str) -> tuple[int, Any]:
    """Fetch a path under the base path: the status, and the JSON of the answer."""
    return await asyncio.to_thread(_ask, urllib.request.Request(world.base + path))


def _ask(request: urllib.request.Request) -> tuple[int, Any]:
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE_S) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, None


async def remove_names(world: World, game: Json, secrets: list[str]) -> None:
    """Nobody's secret removes nothing; each player's their name; and with the last one the game goes."""
    path = f"games/{game['over']['id']}"
    for secret, right in [(draw_secret(), None), *((one, {"name", "game"}) for one in secrets)]:
        headers = {"Authorization": f"Bearer {secret}"}
        request = urllib.request.Request(world.base + path, headers=headers, method="DELETE")
        status, answer = await asyncio.to_thread(_ask, request)
        if status != (404 if right is None else 200) or (right and answer["removed"] not in right):
            raise Fault(f"a name is not removed: {status} {answer} for a secret that may remove {right}")
        if right and answer["removed"] == "game":
            break
    status, _ = await get(world, f"{path}.json")
    if status != 404:
        raise Fault(f"a game without names is still there: {status}")
    world.findings.counts["games removed"] += 1


async def information(world: World, welcome: Json) -> None:
    """`/info` says what `welcome` says."""
    _, info = await get(world, "info")
    for name in ("server", "limits", "promise"):
        if info[name] != welcome[name]:
            raise Fault(f"/info has another {name}: {json.dumps(info[name])}, not {json.dumps(welcome[name])}")


async def finished_game(world: World, view: Json) -> None:
    """The record of a game that is over has the game of the view, and its events fold into it."""
    game = view["game"]
    status, record = await get(world, f"games/{game['over']['id']}.json")
    if status != 200:
        raise Fault(f"a finished game is not there: {status} for {json.dumps(game)}")
    if fault := world.schema.fault_of("Record", record):
        raise Fault(f"a record is not by the schema: {fault}")
    if record["game"] != game:
        raise Fault(f"a record has another game: {json.dumps(record['game'])}, not {json.dumps(game)}")
    first = record["events"][0]
    # The fold of a game needs nothing of what was before it, but who sat there.
    seats = {seat: {"player": player or {}} for seat, player in record["players"].items()}
    folded: Json = {**empty_view(), "seq": first["seq"] - 1, "seats": seats}
    for event in record["events"]:
        folded = fold(folded, event)
    if folded["game"] != game:
        raise Fault(f"a record's events fold into another game: {json.dumps(folded['game'])}, not {json.dumps(game)}")
    world.findings.counts["records"] += 1


async def invitation(world: World, room: str, view: Json) -> None:
    """A room's invitation agrees with its view."""
    status, invited = await get(world, f"r/{room}.json")
    if status != 200:
        raise Fault(f"an invitation is not there: {status} for {room}")
    if fault := world.schema.fault_of("Invitation", invited):
        raise Fault(f"an invitation is not by the schema: {fault}")
    full = all(view["seats"].values())
    shown = not full or view["settings"].get("watching") != "none"
    if invited["state"] != ("full" if full else "free") or ("table" in invited) != shown:
        raise Fault(f"an invitation differs from the view: {json.dumps(invited)} of {json.dumps(view)}")
    world.findings.counts["invitations"] += 1
