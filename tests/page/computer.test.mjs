// The computer at the table and beside it: seats, hints, reviews, a room left for a person, and
// the look into the game that always runs.
import assert from "node:assert/strict";
import test from "node:test";

import { fold } from "../../server/web/net/fold.js";
import { act, begin, EVENTS, frameOf, MOVED, NOW, resumed, ROOM, seated, snapshotOf, URL_OF } from "./scene.mjs";

const OTHER = "W9FA-2HKE";
const COMPUTER = { computer: { level: 3 } };
/** A room in which the computer sits opposite. */
const AGAINST = [EVENTS[0], { ...EVENTS[1], player: COMPUTER }, EVENTS[2]];

/** A session that sits as host opposite the computer. */
function against(scene = begin()) {
  scene.session.create({ settings: { first: "host" }, computer: { level: 3 } });
  scene.socket.ok("create_room", { type: "created", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) });
  scene.socket.say(snapshotOf(AGAINST));
  return scene;
}

test("a room against the computer is requested by `create_room`, with the computer", () => {
  const scene = against();
  const { computer, secret } = scene.socket.request("create_room");
  assert.deepEqual(computer, { level: 3 });
  assert.equal(scene.storage.seatIn(ROOM).secret, secret);
  assert.deepEqual(scene.session.state.view.seats.guest.player, COMPUTER);
});

test("a computer sits down by a numbered command, which is done once", async () => {
  const scene = seated();
  const answer = scene.session.act({ type: "seat_computer", computer: { level: 2 } });
  assert.deepEqual(scene.session.state.pending, { type: "seat_computer", room: ROOM, computer: { level: 2 } });
  assert.equal(scene.socket.request("seat_computer").n, 1);
  scene.relink();
  scene.socket.ok("resume", resumed(0));
  assert.deepEqual([scene.socket.request("seat_computer").n, scene.socket.request("seat_computer").computer], [1, { level: 2 }]);
  scene.socket.ok("seat_computer", { type: "computer_seated", seq: 4 });
  assert.equal((await answer).ok.type, "computer_seated");
});

test("a hint is requested without a number, and not again on another link", async () => {
  const scene = against();
  const hint = scene.session.hint();
  assert(!("n" in scene.socket.request("hint")));
  scene.socket.ok("hint", { type: "hint", game: 1, ply: 0, cell: 4 });
  assert.equal((await hint).ok.cell, 4);
  const late = scene.session.hint();
  scene.relink();
  scene.socket.ok("resume", resumed(0));
  assert.deepEqual(await late, { lost: true });
  assert.equal(scene.socket.count("hint"), 0);
});

test("a review survives a lost link, and needs no seat", async () => {
  const scene = begin();
  const rules = { width: 3, height: 3, line: 3 };
  const review = scene.session.review(rules, [4, 0, 8]);
  scene.relink();
  const { type, rules: asked, moves } = scene.socket.request("review");
  assert.deepEqual({ type, asked, moves }, { type: "review", asked: rules, moves: [4, 0, 8] });
  scene.socket.ok("review", { type: "review", exact: true, moves: [null, null, null] });
  assert.equal((await review).ok.exact, true);
});

test("a game between two computers is watched", async () => {
  const scene = begin();
  const answer = scene.session.exhibit({ computers: { host: { level: 5 }, guest: { level: 1 } } });
  scene.socket.ok("exhibit", { type: "watching", room: ROOM });
  scene.socket.say(snapshotOf(AGAINST));
  assert("ok" in (await answer));
  assert.deepEqual(scene.session.state.place, { kind: "watch", room: ROOM });
  assert.equal(scene.session.state.view.seq, 3);
});

test("a player who plays the computer while waiting moves to the new room when matched", () => {
  const scene = begin();
  scene.session.quick({ bots: true });
  assert.equal(scene.socket.request("quick_match").bots, true);
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  against(scene);
  assert.equal(scene.session.state.queue.position, 1, "one still waits");
  scene.socket.say({ type: "queue", position: 1, wait_ms: null });
  scene.session.move(4);
  scene.socket.say({ type: "matched", room: OTHER, seat: "guest" }, snapshotOf(EVENTS, OTHER));
  assert.deepEqual(scene.emitted.at(-1), { what: "matched", room: OTHER, seat: "guest", left: true });
  const { place, queue, view, pending } = scene.session.state;
  assert.deepEqual([place.room, queue, view.seats.guest.player.name, pending], [OTHER, null, "Bia", null]);
  assert.equal(scene.storage.seatIn(ROOM), null, "the seat was given up");
  assert(scene.storage.seatIn(OTHER));
  const { id } = scene.socket.request("move");
  scene.socket.say({ type: "reply", id, error: { code: "out_of_order", params: { expected: 1 } } });
  assert.equal(scene.socket.count("move"), 1, "what was meant for one room is not done in another");
  scene.socket.say(frameOf(4, MOVED(0, 4)), { type: "now", room: OTHER, at_ms: 1, now: NOW });
  act(scene.session, "resign");
  assert.equal(scene.socket.request("resign").n, 1);
});

test("a match in no room reports that no seat was left", () => {
  const scene = begin();
  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  scene.socket.say({ type: "matched", room: OTHER, seat: "guest" });
  assert.equal(scene.emitted.at(-1).left, false);
});

test("the ticket and the seat opposite the computer both survive a lost link", () => {
  const scene = begin();
  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  against(scene);
  scene.relink();
  assert.deepEqual([scene.socket.count("resume"), scene.socket.count("quick_match")], [1, 1]);
});

test("a computer that plays on for somebody takes the seat and the turn", () => {
  const view = snapshotOf(EVENTS).view;
  const turn = { seat: "guest", since_ms: 5, due_ms: 9, limit: "idle", moves_ms: 7 };
  const replaced = { seat: "guest", player: { name: "Bia" }, ply: 0 };
  const after = fold(view, frameOf(4, { type: "joined", seat: "guest", player: COMPUTER, replaced, turn }));
  assert.deepEqual([after.seats.guest.player, after.game.replaced, after.game.turn], [COMPUTER, replaced, turn]);
  const plain = fold(view, frameOf(4, { type: "joined", seat: "guest", player: COMPUTER }));
  assert.equal(plain.game, view.game);
});

test("an outage does not mark a computer as lost", () => {
  const away = { type: "away", lost_ms: 5, closes_ms: 6, deadline_ms: 7 };
  const { host, guest } = fold(snapshotOf(AGAINST).view, frameOf(4, away)).seats;
  assert.deepEqual([host.lost?.cause, guest.lost], ["restart", null]);
});

test("a peek into a room follows its events, without a place in it", () => {
  const scene = begin();
  scene.session.peek(OTHER);
  assert.equal(scene.socket.request("watch_room").room, OTHER);
  scene.socket.ok("watch_room", { type: "watching", room: OTHER });
  scene.socket.say(snapshotOf(AGAINST, OTHER), frameOf(4, MOVED(0, 4), OTHER), frameOf(4, MOVED(0, 4), OTHER));
  const { place, view, peek } = scene.session.state;
  assert.deepEqual([place, view, peek.game.moves.length], [null, null, 1]);
  assert.deepEqual(scene.emitted, [], "nothing that happens there is announced");
  scene.socket.say(frameOf(6, MOVED(2, 8), OTHER));
  assert.equal(scene.socket.count("watch_room"), 2, "after a gap it looks anew");
  scene.relink();
  assert.equal(scene.socket.request("watch_room").room, OTHER);
  scene.session.peek(null);
  assert.deepEqual([scene.socket.count("unwatch"), scene.session.state.peek], [1, null]);
  scene.socket.ok("unwatch", { type: "unwatched" });
  scene.socket.say(frameOf(5, MOVED(1, 0), OTHER));
  assert.equal(scene.session.state.peek, null);
});

test("a peek ends when the page gets a place, and does not end that place", () => {
  const scene = begin();
  scene.session.peek(OTHER);
  scene.session.watch(ROOM);
  scene.socket.ok("watch_room", { type: "watching", room: ROOM });
  scene.socket.say(snapshotOf(EVENTS));
  assert.deepEqual([scene.session.state.place.room, scene.session.state.peek], [ROOM, null]);
  scene.session.peek(null);
  assert.equal(scene.socket.count("unwatch"), 0, "the watched room stays");
  scene.session.peek(OTHER);
  assert.equal(scene.socket.count("watch_room"), 2, "nobody looks elsewhere from a place");
});

test("a refused peek changes nothing", () => {
  const scene = begin();
  scene.session.peek(OTHER);
  scene.socket.refuse("watch_room", { code: "too_fast", params: { retry_in_ms: 5 } });
  assert.deepEqual([scene.phase(), scene.session.state.peek, scene.emitted], ["open", null, []]);
});
