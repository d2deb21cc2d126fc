// Removal of a player's name from a finished game: the requests to the server, and the effect of each answer.
import assert from "node:assert/strict";
import test from "node:test";

import { askToForget } from "../../server/web/net/forget.js";
import { EMPTY } from "../../server/web/net/fold.js";
import { fullGame, recordOf } from "../../server/web/net/view.js";
import { createStorage } from "../../server/web/storage/storage.js";
import { forgetting, takeNameOut } from "../../server/web/ui/forget.js";
import { replayOf } from "../../server/web/ui/replay.js";
import { fakeLocal } from "./support.mjs";

const removed = (what) => ({ ok: true, status: 200, json: async () => ({ removed: what }) });
const refused = (status) => ({ ok: false, status });
const noNetwork = () => Promise.reject(new TypeError("no network"));

/** A player of a game that the server keeps, who is shown it; the server gives these answers in turn. */
function player(context, answers, secrets = ["s"]) {
  const moves = [{ cell: 0, mark: "X", at_ms: 1 }];
  const over = { result: "drawn", reason: "full", next_first: "host", id: "abc" };
  const seats = { host: { player: { name: "Ana" } }, guest: { player: { name: "Bia" } } };
  const record = recordOf("K7QX-4MTR", { ...EMPTY, seats, game: fullGame({ number: 1, x: "host", started_ms: 1, moves, over }) });
  const storage = createStorage({ local: () => local });
  const local = fakeLocal();
  const kept = { record, seat: "host", secrets, at: 1 };
  storage.storeGame(kept);
  const spoken = [];
  const ui = { dialog: "forget", replay: { ...replayOf(kept), secrets } };
  const app = { ui, storage, base: "/oxo", t: (key) => key, speak: (key) => spoken.push(key), set: (part) => Object.assign(ui, part) };
  const asked = [];
  context.mock.method(globalThis, "fetch", async (url, { method, headers }) => {
    asked.push(`${method} ${url} ${headers.authorization}`);
    return answers.shift()();
  });
  return { app, ui, storage, spoken, asked, shown: () => forgetting(app, ui.replay).map((one) => one && one.props["data-testid"]) };
}

test("each answer of the server has its outcome", async (context) => {
  for (const [answer, expected] of [
    [() => removed("name"), "name"], [() => removed("game"), "game"], [() => refused(404), "refused"],
    [() => refused(429), "busy"], [() => refused(503), "busy"], [noNetwork, "silent"],
    [() => ({ ok: true, status: 200, json: noNetwork }), "silent"],
  ]) {
    const fetch = context.mock.method(globalThis, "fetch", async () => answer());
    assert.equal(await askToForget("", "abc", "s"), expected);
    fetch.mock.restore();
  }
});

test("a removed name is removed from the browser's copy, too, and the button disappears", async (context) => {
  const { app, ui, storage, spoken, asked, shown } = player(context, [() => removed("name")]);
  assert.deepEqual(shown(), [null, "forget"]);
  await takeNameOut(app);
  assert.deepEqual(asked, ["DELETE /oxo/games/abc Bearer s"]);
  assert.deepEqual([ui.dialog, ui.replay.removal, spoken], [null, "name", ["page.forget.name"]]);
  const [{ record, secrets }] = storage.games();
  assert.deepEqual([record.id, record.players, secrets], ["abc", { host: null, guest: { name: "Bia" } }, []]);
  assert.deepEqual(ui.replay.record.players, record.players);
  assert.deepEqual(shown(), ["removal", false]);
});

test("a game that the server deleted has no address any more, and the browser's copy stays", async (context) => {
  const { app, ui, storage } = player(context, [() => removed("game")]);
  await takeNameOut(app);
  assert(!("id" in storage.games()[0].record) && !("id" in ui.replay.record));
  assert.equal(ui.replay.removal, "game");
});

test("the names of both seats of one browser are removed together", async (context) => {
  const { app, ui, asked } = player(context, [() => removed("name"), () => removed("game")], ["s", "t"]);
  await takeNameOut(app);
  assert.deepEqual(asked.map((line) => line.at(-1)), ["s", "t"]);
  assert.equal(ui.replay.removal, "game");
});

test("a failed removal is reported, changes nothing, and can be tried again", async (context) => {
  for (const [answer, removal] of [[() => refused(404), "refused"], [() => refused(503), "busy"], [noNetwork, "silent"]]) {
    const { app, ui, storage, spoken, shown } = player(context, [answer]);
    const before = storage.games();
    const asking = takeNameOut(app);
    assert.deepEqual(shown(), ["removal", false], "while it is asked nobody asks again");
    await asking;
    assert.deepEqual([ui.replay.removal, spoken], [removal, [`page.forget.${removal}`]]);
    assert.deepEqual(storage.games(), before);
    assert.deepEqual(shown(), ["removal", "forget"]);
  }
});

test("an answer that comes on another screen changes only the stored copy", async (context) => {
  const { app, ui, storage } = player(context, [() => removed("name")]);
  const asking = takeNameOut(app);
  ui.replay = null;
  await asking;
  assert.equal(ui.replay, null);
  assert.equal(storage.games()[0].record.players.host, null);
});
