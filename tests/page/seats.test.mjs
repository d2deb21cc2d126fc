// One's seats on the start screen: the state of each, and their order.
import assert from "node:assert/strict";
import test from "node:test";

import { sayer } from "../../server/web/i18n/locale.js";
import { seats } from "../../server/web/ui/seats.js";
import { CATALOGUES } from "./support.mjs";

const t = sayer("en", CATALOGUES.get("en"));
const DAY = 86_400_000;
const at = (room, changes = {}) => ({
  room, seat: "host", rules: { width: 3, height: 3, line: 3 }, clock: { type: "none" }, score: { host: 0, guest: 0, draws: 0 },
  players: { host: { name: "Ana" }, guest: { name: "Bia" } }, ...changes,
});
const turn = (seat, due_ms) => ({ turn: { seat, since_ms: 0, due_ms, limit: "clock" } });

const words = (found) => typeof found === "string" ? found : Array.isArray(found) ? found.map(words).join("") : found ? words(found.children ?? []) : "";
const listed = (held, rooms = held.map(({ room }) => room)) => {
  const app = { t, ui: { seats: rooms.map((room) => ({ room })), held }, state: { place: null }, serverNow: () => 0, go() {}, set() {} };
  return seats(app)?.children.flat().map(words) ?? [];
};

test("a seat says whose turn it is and how long still", () => {
  assert.deepEqual(listed([at("A", turn("host", 2 * DAY))]), ["Bia: your turn · 2 d 0 h"]);
  assert.deepEqual(listed([at("A", turn("guest", 65_000))]), ["Bia to move · 1:05"]);
  assert.deepEqual(listed([at("A")]), ["Bia: no game at the moment"]);
  assert.deepEqual(listed([at("A", { players: { host: { name: "Ana" }, guest: null } })]), ["A: nobody has come yet"]);
  assert.deepEqual(listed([at("A", { ...turn("host", DAY), offer: { id: 1, by: "guest", kind: "draw", deadline_ms: 1 } })]), ["Bia has made you an offer"]);
});

test("a seat is listed before the server has sent its state", () => {
  assert.deepEqual(listed([], ["A", "B"]), ["Your seat in A", "Your seat in B"]);
  assert.deepEqual(listed([], []), []);
});

test("seats with one's own turn come first, the most urgent before the others", () => {
  const all = [at("A"), at("B", turn("guest", 10)), at("C", turn("host", 3 * DAY)), at("D", turn("host", DAY)), at("E", turn("guest", 5))];
  const rooms = listed(all).map((line) => line.includes("your turn") ? "mine" : line.includes("to move") ? "theirs" : "none");
  assert.deepEqual(rooms, ["mine", "mine", "theirs", "theirs", "none"]);
  assert.equal(listed(all)[0], "Bia: your turn · 24:00:00");
});
