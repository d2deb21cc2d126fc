// The data in the browser's storage survive damage, other tabs, and a storage that is full or missing.
import assert from "node:assert/strict";
import test from "node:test";

import { EMPTY } from "../../server/web/net/fold.js";
import { fullGame, recordOf } from "../../server/web/net/view.js";
import { createStorage } from "../../server/web/storage/storage.js";
import { fakeLocal } from "./support.mjs";

const seat = (secret, room, at = 1) => ({ secret, room, seat: "host", url: null, promise: "disk", at });
const over = { result: "drawn", reason: "full", next_first: "host" };
const game = (number, at = number) => {
  const moves = [{ cell: 0, mark: "X", at_ms: at }];
  const view = { ...EMPTY, game: fullGame({ number, x: "host", started_ms: at, moves, over }) };
  return { record: recordOf("K7QX-4MTR", view), seat: null, secrets: [], at };
};

test("names and settings are remembered, one setting at a time", () => {
  const local = fakeLocal();
  const storage = () => createStorage({ local: () => local });
  assert.equal(storage().name(), "");
  assert.deepEqual(storage().settings(), { language: null, theme: "system", digits: "keypad", cell_names: true, hints: false, sound: true, notifications: false, exhibition: null, choices: null });
  storage().setName("Ana");
  storage().setSettings({ theme: "dark" });
  storage().setSettings({ language: "zh-TW", sound: false });
  assert.equal(storage().name(), "Ana");
  assert.deepEqual(storage().settings(), { language: "zh-TW", theme: "dark", digits: "keypad", cell_names: true, hints: false, sound: false, notifications: false, exhibition: null, choices: null });
  assert.equal(storage().lasting(), true);
});

test("servers that share an origin share no seats", () => {
  const local = fakeLocal();
  createStorage({ local: () => local, base: "/a" }).storeSeat(seat("s", "K7QX-4MTR"));
  assert.deepEqual(createStorage({ local: () => local, base: "/a/b" }).seats(), []);
  assert.deepEqual(createStorage({ local: () => local }).seats(), []);
  assert.equal(createStorage({ local: () => local, base: "/a" }).seats().length, 1);
});

test("two tabs do not overwrite each other's seats", () => {
  const local = fakeLocal();
  const [one, two] = [createStorage({ local: () => local }), createStorage({ local: () => local })];
  one.storeSeat(seat("a", "AAAA-AAAA", 1));
  two.storeSeat(seat("b", "BBBB-BBBB", 2));
  one.storeSeat(seat("c", null, 3));
  assert.deepEqual(one.seats().map(({ room }) => room), ["BBBB-BBBB", "AAAA-AAAA"]);
  two.forgetSeat("a");
  assert.equal(one.seatIn("AAAA-AAAA"), null);
});

test("seats are bounded, and those that never got a room are dropped in the end", () => {
  const storage = createStorage({ local: () => fakeLocalOnce, wall: () => 3_600_100 });
  const fakeLocalOnce = fakeLocal();
  storage.storeSeat(seat("waits", null, 200));
  storage.storeSeat(seat("stale", null, 50));
  storage.storeSeat(seat("s", "K7QX-4MTR", 1_000));
  assert(storage.seatIn(null));
  storage.forgetSeat("waits");
  assert.equal(storage.seatIn(null), null);
  for (let i = 0; i < 60; i += 1) storage.storeSeat(seat(`s${i}`, "K7QX-4MTR", 2_000 + i));
  assert.equal(storage.seats().length, 50);
  assert.equal(storage.seats()[0].secret, "s59");
});

test("damaged entries are skipped, and invalid settings become defaults", () => {
  const local = fakeLocal({
    "oxo.1::name": "{", "oxo.1::settings": "[1", "oxo.1::seat:a": '{"secret":7,"room":"AAAA-AAAA"}', "oxo.1::seat:b": "null",
    "oxo.1::seat:c": '{"secret":"c","room":"K7QX-4MTR","seat":"king","url":7,"promise":"stone","at":"late"}',
    "oxo.1::game:1:1": "{}", "oxo.1::game:2:2": '{"record":{"format":"oxo.game.v9"}}', "oxo.1::game:3:3": "\u0000", other: "x",
  });
  const storage = createStorage({ local: () => local });
  assert.equal(storage.name(), "");
  assert.equal(storage.settings().theme, "system");
  assert.deepEqual(storage.seats(), [{ secret: "c", room: "K7QX-4MTR", seat: null, url: null, promise: null, at: 0 }]);
  assert.deepEqual(storage.games(), []);
  local.setItem("oxo.1::settings", '{"theme":"pink","digits":3,"sound":"no","language":9,"cell_names":false}');
  assert.deepEqual(storage.settings(), { language: null, theme: "system", digits: "keypad", cell_names: false, hints: false, sound: true, notifications: false, exhibition: null, choices: null });
});

test("data of another version are removed, and lost seats are reported once", () => {
  const local = fakeLocal({ "oxo::name": '"Ana"', "oxo:/a:seat:s": '{"secret":"s","room":"K7QX-4MTR"}', "oxo::seat:t": '{"secret":"t","room":null}', other: "x" });
  const storage = createStorage({ local: () => local });
  assert.deepEqual([storage.name(), storage.seats(), storage.lostSeats], ["", [], false], "a seat that never got a room is none");
  assert.deepEqual([local.length, local.getItem("other")], [2, "x"], "another base path is another server's");
  const elsewhere = createStorage({ local: () => local, base: "/a" });
  assert.deepEqual([elsewhere.seats(), elsewhere.lostSeats], [[], true]);
  assert.equal(createStorage({ local: () => local, base: "/a" }).lostSeats, false, "said once");
});

test("stored secrets that are not strings are skipped", () => {
  const read = (secrets) => createStorage({ local: () => fakeLocal({ "oxo.1::game:1": JSON.stringify({ ...game(1), secrets }) }) }).games()[0].secrets;
  assert.deepEqual([[7, "s", null], "s", undefined].map(read), [["s"], [], []]);
});

test("a record that lacks what is needed to show it is skipped", () => {
  const { record } = game(1);
  const read = (record, at = 1) => createStorage({ local: () => fakeLocal({ "oxo.1::game:1": JSON.stringify({ record, seat: "king", at }) }) }).games();
  assert.deepEqual(read(record, null), [{ record, seat: null, secrets: [], at: 0 }]);
  for (const lacks of [
    { format: "oxo.game.v2" }, { room: 7 }, { settings: {} }, { settings: { rules: { width: 3 } } }, { settings: { rules: { height: 3 } } }, { players: null }, { players: "Ana" },
    ...[{ number: "1" }, { started_ms: null }, { moves: {} }, { moves: [{}] }, { moves: [null] }, { over: null }, { over: "won" }].map((game) => ({ game: { ...record.game, ...game } })),
  ]) {
    assert.deepEqual(read({ ...record, ...lacks }), [], JSON.stringify(lacks));
  }
});

test("games are stored newest first, each once, and bounded", () => {
  const storage = createStorage({ local: () => kept });
  const kept = fakeLocal();
  for (let i = 1; i <= 105; i += 1) storage.storeGame(game(i));
  assert.equal(storage.games().length, 100);
  assert.equal(storage.games()[0].record.game.number, 105);
  assert.equal(storage.games().at(-1).record.game.number, 6);
  storage.storeGame({ ...game(105), seat: "host" });
  assert.equal(storage.games()[0].seat, "host");
  assert.equal(storage.games().length, 100, "the same game again costs no other");
  storage.storeGame({ ...game(105), seat: "guest", secrets: ["g"] });
  storage.storeGame({ ...game(105), secrets: ["h"] });
  storage.storeGame(game(105));
  assert.deepEqual([storage.games()[0].seat, storage.games()[0].secrets], ["guest", ["g", "h"]], "a tab that watched forgets nobody's seat");
  storage.forgetGame(game(105));
  assert.equal(storage.games()[0].record.game.number, 104);
});

test("a full storage drops old games for a seat, and then stores in memory", () => {
  const local = fakeLocal();
  const full = { ...local, get length() { return local.length; }, setItem(key, value) {
    if (key.includes("seat") && local.length > 2) throw new Error("full");
    local.setItem(key, value);
  } };
  const storage = createStorage({ local: () => full });
  for (let i = 1; i <= 4; i += 1) storage.storeGame(game(i));
  storage.storeSeat(seat("s", "K7QX-4MTR"));
  assert.equal(storage.seatIn("K7QX-4MTR").secret, "s");
  assert.equal(storage.lasting(), true);
  assert.deepEqual(storage.games().map(({ record }) => record.game.number), [4, 3]);
  const [one, two] = storage.games();
  storage.forgetGame(one);
  storage.forgetGame(two);
  for (const secret of ["t", "u", "v"]) storage.storeSeat(seat(secret, "K7QX-4MTR"));
  assert.equal(storage.seats().length, 4);
  assert.equal(storage.lasting(), false);
});

test("where `localStorage` is missing, `sessionStorage` is used", () => {
  const tab = fakeLocal();
  const begun = () => createStorage({ local: () => { throw new Error("none"); }, session: () => tab });
  begun().storeSeat(seat("s", "K7QX-4MTR"));
  assert.equal(begun().seatIn("K7QX-4MTR").secret, "s", "after a reload");
  assert.equal(begun().lasting(), true);
});

test("without any storage, everything stays in memory until the page is closed", () => {
  const none = createStorage({ local: () => { throw new Error("none"); }, session: () => { throw new Error("none"); } });
  for (let i = 1; i <= 3; i += 1) none.storeGame(game(i));
  none.setName("Ana");
  assert.equal(none.games().length, 3);
  assert.equal(none.name(), "Ana");
  assert.equal(none.lasting(), false);
});

test("a game is recorded when it is over and a move was made", () => {
  const { record } = game(1);
  assert.deepEqual(Object.keys(record), ["format", "room", "settings", "players", "score", "game"]);
  const { game: played } = record;
  assert.equal(recordOf("r", { ...EMPTY, game: null }), null);
  assert.equal(recordOf("r", { ...EMPTY, game: { ...played, over: null } }), null);
  assert.equal(recordOf("r", { ...EMPTY, game: { ...played, moves: [] } }), null);
  assert.equal(recordOf("r", { ...EMPTY, game: { ...played, over: { ...over, id: "x" } } }).id, "x");
});
