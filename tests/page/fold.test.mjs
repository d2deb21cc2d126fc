// The fold of the page reproduces every transcript, as the fold in Rust does.
import assert from "node:assert/strict";
import test from "node:test";

import { EMPTY, fold, isEvent } from "../../server/web/net/fold.js";
import { fullGame, fullSeated, fullView } from "../../server/web/net/view.js";
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
      if (frame.type === "room") view = fullView(frame.view);
      if (isEvent(frame)) view = fold(frozen(view), frozen(frame));
      assert.deepEqual(view, fullView(expected), `line ${i + 1}`);
    });
  });
}

test("an event about a seat or game that is not there changes only the view's number and time", () => {
  const turn = { seat: "host", since_ms: 1, due_ms: 2, limit: "idle" };
  for (const event of [
    { type: "returned", seat: "host" },
    { type: "renamed", seat: "host", player: { name: "Ana" } },
    { type: "taken_back", game: 1, ply: 0, by: "host", turn },
    { type: "moved", game: 1, ply: 0, cell: 0, turn },
    { type: "offer_closed", offer: 1, reason: "expired", by: "guest", again_ms: 5 },
    { type: "danced", seat: "host" },
  ]) {
    assert.deepEqual(fold(frozen(EMPTY), { ...event, seq: 1, at_ms: 7 }), { ...EMPTY, seq: 1, at_ms: 7 }, event.type);
  }
});

test("an optional field that is absent assigns nothing, or keeps what is there", () => {
  const seats = { host: fullSeated({ player: {} }), guest: null };
  const turn = { seat: "host", since_ms: 1, due_ms: 2, limit: "clock" };
  const score = { host: 1, guest: 2, draws: 3 };
  const view = frozen({
    ...EMPTY, seats, score, empty_until_ms: 9,
    game: fullGame({ number: 1, x: "guest", started_ms: 1, clocks: { host: 1, guest: 2 }, turn, lines: [[0]], no_open_lines: true }),
  });
  const over = { result: "drawn", reason: "agreed", next_first: "host" };
  const ended = fold(view, { seq: 1, at_ms: 2, type: "finished", game: 1, over });
  assert.deepEqual([ended.game.clocks, ended.score], [{ host: 1, guest: 2 }, score]);
  assert.deepEqual([ended.empty_until_ms, ended.game.turn], [null, null]);
  const moved = fold(view, { seq: 1, at_ms: 7, type: "moved", game: 1, ply: 0, cell: 4, turn: { seat: "guest", due_ms: 9 } });
  assert.deepEqual(moved.game.moves, [{ cell: 4, mark: "O", at_ms: 7 }], "the mover's own mark");
  assert.deepEqual(moved.game.turn, { seat: "guest", since_ms: 7, due_ms: 9, limit: "clock" });
  assert.deepEqual([moved.game.clocks, moved.game.lines, moved.game.no_open_lines], [{ host: 1, guest: 2 }, [], false]);
  const other = fold(view, { seq: 1, at_ms: 7, type: "moved", game: 1, ply: 0, cell: 4, mark: "X", clock_ms: 8, turn: { seat: "guest", due_ms: 9, since_ms: 3, limit: "idle" } });
  assert.deepEqual([other.game.moves, other.game.clocks], [[{ cell: 4, mark: "X", at_ms: 7, clock_ms: 8 }], { host: 8, guest: 2 }]);
  assert.deepEqual(other.game.turn, { seat: "guest", since_ms: 3, due_ms: 9, limit: "idle" });
  const lost = fold(view, { seq: 1, at_ms: 2, type: "lost", seat: "host", cause: "link", deadline_ms: 3 });
  assert.equal(lost.empty_until_ms, null);
  assert.deepEqual(lost.seats.host.lost, { cause: "link", since_ms: 2, deadline_ms: 3 });
});

test("after an outage a lost player keeps the cause of the loss", () => {
  const player = (lost) => fullSeated({ player: {}, lost });
  const view = frozen({ ...EMPTY, seats: { host: player({ cause: "left", since_ms: 1, deadline_ms: 2 }), guest: player(null) } });
  const { seats, closes_ms, empty_until_ms } = fold(view, { type: "away", seq: 1, at_ms: 3, lost_ms: 5, closes_ms: 6, deadline_ms: 7, empty_until_ms: 8 });
  assert.deepEqual(seats.host.lost, { cause: "left", since_ms: 3, deadline_ms: 7 });
  assert.deepEqual(seats.guest.lost, { cause: "restart", since_ms: 3, deadline_ms: 7 });
  assert.deepEqual([closes_ms, empty_until_ms], [6, 8]);
});
