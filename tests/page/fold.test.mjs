// The fold of the page reproduces every transcript, as the fold in Rust does.
import assert from "node:assert/strict";
import test from "node:test";

import { EMPTY, fold } from "../../server/web/net/fold.js";
import { TRANSCRIPTS } from "./support.mjs";

/** A value that cannot be changed in place. */
function frozen(value) {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

for (const [name, lines] of TRANSCRIPTS) {
  test(`the fold reproduces ${name}`, () => {
    let view = EMPTY;
    lines.forEach(({ frame, view: expected }, i) => {
      if (frame.type === "room") view = frame.view;
      if (frame.type === "event") view = fold(frozen(view), frozen(frame));
      assert.deepEqual(view, expected, `line ${i + 1}`);
    });
  });
}

test("an event about a seat or game that is not there changes only the number", () => {
  const turn = { seat: "host", since_ms: 1, due_ms: 2, limit: "idle" };
  for (const event of [
    { type: "returned", seat: "host" },
    { type: "renamed", seat: "host", player: { name: "Ana" } },
    { type: "taken_back", game: 1, ply: 0, by: "host", clocks: null, turn, dead: false },
    { type: "moved", game: 1, ply: 0, seat: "host", mark: "X", cell: 0, credit_ms: 0, clocks: null, turn, lines: [], dead: false },
    { type: "offer_closed", offer: 1, why: "expired", by: "guest", again_ms: 5 },
    { type: "danced", seat: "host" },
  ]) {
    assert.deepEqual(fold(frozen(EMPTY), { seq: 1, at_ms: 7, event }), { ...EMPTY, seq: 1, at_ms: 7 }, event.type);
  }
});

test("an optional field that is absent assigns null", () => {
  const seats = { host: { player: {}, lost: null, may_offer_ms: null, moved: false }, guest: null };
  const game = { number: 1, x: "host", started_ms: 1, first_clocks: null, clocks: { host: 1, guest: 1 }, moves: [], turn: null, lines: [], dead: false, over: null };
  const view = frozen({ ...EMPTY, seats, game, empty_until_ms: 9 });
  const over = { result: "drawn", how: "agreed", score: EMPTY.score, next_x: "host" };
  const ended = fold(view, { seq: 1, at_ms: 2, event: { type: "finished", game: 1, over } });
  assert.equal(ended.game.clocks, null);
  assert.equal(ended.empty_until_ms, null);
  const lost = fold(view, { seq: 1, at_ms: 2, event: { type: "lost", seat: "host", cause: "link", deadline_ms: 3 } });
  assert.equal(lost.empty_until_ms, null);
  assert.deepEqual(lost.seats.host.lost, { cause: "link", since_ms: 2, deadline_ms: 3 });
});

test("a server that was away keeps why somebody was lost already", () => {
  const player = (lost) => ({ player: {}, lost, may_offer_ms: null, moved: false });
  const view = frozen({ ...EMPTY, seats: { host: player({ cause: "left", since_ms: 1, deadline_ms: 2 }), guest: player(null) } });
  const event = { type: "away", lost_ms: 5, closes_ms: 6, clocks: null, turn: null, offer: null, deadline_ms: 7, empty_until_ms: 8 };
  const { seats, closes_ms, empty_until_ms } = fold(view, { seq: 1, at_ms: 3, event });
  assert.deepEqual(seats.host.lost, { cause: "left", since_ms: 3, deadline_ms: 7 });
  assert.deepEqual(seats.guest.lost, { cause: "restart", since_ms: 3, deadline_ms: 7 });
  assert.deepEqual([closes_ms, empty_until_ms], [6, 8]);
});
