// A seat, its commands, and their fate when the link goes.
import assert from "node:assert/strict";
import test from "node:test";

import { act, begin, EVENTS, frameOf, MOVED, NOW, resumed, ROOM, seated, snapshotOf, URL_OF } from "./scene.mjs";

test("a move is pending until its answer, and the next command waits for it", async () => {
  const { session, socket } = seated();
  const states = [];
  session.subscribe((state) => states.push(state.pending?.type));
  const move = session.move(4);
  const offer = act(session, "offer", { kind: "draw" });
  assert.deepEqual(session.state.pending, { type: "move", room: ROOM, game: 1, ply: 0, cell: 4 });
  assert.equal(socket.count("offer"), 0);
  const { n, game, ply, cell } = socket.request("move");
  assert.deepEqual([n, game, ply, cell], [1, 1, 0, 4]);
  socket.say(frameOf(4, MOVED(0, 4)));
  socket.ok("move", { type: "moved", seq: 4 });
  assert.deepEqual((await move).ok, { type: "moved", seq: 4 });
  assert.equal(session.state.pending.type, "offer");
  assert.equal(socket.request("offer").n, 2);
  assert(!("ply" in socket.request("offer")));
  socket.refuse("offer", { code: "no_opponent" });
  assert.equal((await offer).error.code, "no_opponent");
  assert.equal(session.state.pending, null);
  assert.deepEqual(states, ["move", "move", "offer", undefined]);
  act(session, "offer", { kind: "takeback", ply: 0 });
  assert.deepEqual([socket.request("offer").n, socket.request("offer").ply], [2, 0], "a refusal uses no number up");
});

test("a move behind another command is pending, and is sent when that is answered", async () => {
  const { session, socket } = seated();
  const offer = act(session, "offer", { kind: "draw" });
  const move = session.move(4);
  assert.equal(session.state.pending.type, "move", "the board draws it, and takes no other");
  assert.equal(socket.count("move"), 0);
  socket.refuse("offer", { code: "no_opponent" });
  await offer;
  assert.equal(socket.request("move").n, 1);
  socket.say(frameOf(4, MOVED(0, 4)));
  socket.ok("move", { type: "moved", seq: 4 });
  await move;
  assert.equal(session.state.pending, null);
});

test("a command refused as `too_fast` uses up no number", () => {
  const { session, socket } = seated();
  session.move(4);
  socket.refuse("move", { code: "too_fast", params: { retry_in_ms: 100 } });
  session.move(4);
  assert.equal(socket.request("move").n, 1);
});

test("a command out of order is sent once more, with the number that the room expects", async () => {
  const { session, socket } = seated();
  const answer = session.move(4);
  socket.refuse("move", { code: "out_of_order", params: { expected: 6 } });
  assert.deepEqual([socket.count("move"), socket.request("move").n], [2, 6]);
  socket.ok("move", { type: "moved", seq: 4 });
  assert("ok" in (await answer));
  const again = act(session, "resign");
  assert.equal(socket.request("resign").n, 7);
  socket.refuse("resign", { code: "out_of_order", params: { expected: 9 } });
  socket.refuse("resign", { code: "out_of_order", params: { expected: 11 } });
  assert.equal((await again).error.code, "out_of_order");
  assert.equal(socket.count("resign"), 2);
});

test("a lower number that the room expects is taken over, too", () => {
  const { session, relink, Socket } = seated();
  relink();
  Socket.last.ok("resume", resumed(5));
  session.move(4);
  Socket.last.refuse("move", { code: "out_of_order", params: { expected: 3 } });
  Socket.last.ok("move", { type: "moved", seq: 4 });
  act(session, "resign");
  assert.equal(Socket.last.request("resign").n, 4);
});

test("a command given while the link is down waits for it", async () => {
  const scene = seated();
  scene.socket.cut();
  const move = scene.session.move(4);
  assert.equal(scene.session.state.pending.type, "move");
  scene.clock.pass(10_000);
  scene.greet();
  scene.socket.ok("resume", resumed(0));
  scene.socket.ok("move", { type: "moved", seq: 4 });
  assert("ok" in (await move));
});

test("commands of a seat that is gone are given up", async () => {
  const scene = seated();
  const move = scene.session.move(4);
  const resign = act(scene.session, "resign");
  scene.relink();
  scene.socket.refuse("resume", { code: "no_such_room" });
  assert.deepEqual(await Promise.all([move, resign]), [{ lost: true }, { lost: true }]);
  assert.equal(scene.session.state.pending, null);
  assert.deepEqual([scene.socket.count("move"), scene.socket.count("resign")], [0, 0]);
});

test("a resume fetches the missing events, and no move is made twice", async () => {
  const scene = seated();
  const move = scene.session.move(4);
  scene.relink();
  const { room, secret, last_seq } = scene.socket.request("resume");
  assert.deepEqual([room, secret, last_seq], [ROOM, scene.secret, 3]);
  assert.equal(scene.socket.count("move"), 0, "not before the seat is taken up");
  assert.equal(scene.session.state.pending.type, "move");
  assert.equal(scene.session.state.view.seq, 3, "the room stays in sight");
  scene.socket.ok("resume", resumed(0));
  assert.equal(scene.socket.request("move").n, 1);
  scene.socket.say(frameOf(4, MOVED(0, 4)));
  scene.socket.ok("move", { type: "moved", seq: 4 });
  assert("ok" in (await move));
  assert.deepEqual(scene.emitted.map(({ what }) => what), ["returned", "event"]);
});

test("an answer that was lost with the link is recovered", async () => {
  const scene = seated();
  const move = scene.session.move(4);
  scene.relink();
  scene.socket.ok("resume", resumed(1, { ok: { type: "moved", seq: 4 } }));
  scene.socket.say(frameOf(4, MOVED(0, 4)), frameOf(5, MOVED(1, 0)));
  assert.deepEqual(await move, { ok: { type: "moved", seq: 4 } });
  assert.equal(scene.session.state.pending, null);
  assert.equal(scene.socket.count("move"), 0);
  scene.session.move(8);
  assert.deepEqual([scene.socket.request("move").n, scene.socket.request("move").ply], [2, 2]);

  scene.relink();
  scene.socket.ok("resume", resumed(2, { error: { code: "cell_taken", params: { cell: 8 } } }));
  assert.deepEqual([scene.emitted.at(-1).what, scene.emitted.at(-1).request], ["refused", "move"]);
});

test("a command whose answer nobody knows is given up", async () => {
  const scene = seated();
  const move = scene.session.move(4);
  scene.relink();
  scene.socket.ok("resume", resumed(3, { ok: { type: "moved", seq: 9 } }));
  assert.deepEqual(await move, { lost: true });
});

test("a link lost before the first snapshot is resumed with the whole room", () => {
  const scene = begin();
  scene.session.create({});
  scene.socket.ok("create_room", { type: "created", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) });
  scene.socket.say(frameOf(2, EVENTS[1]));
  assert.equal(scene.session.state.view, null, "an event of a room that is not there yet");
  scene.relink();
  assert.equal(scene.socket.request("resume").last_seq, 0);
});

test("every frame that has the server's time sets the clock", () => {
  const { session, socket, clock } = seated();
  let at = 600_000;
  for (const frame of [
    { type: "pong", id: 999 }, { type: "now", room: ROOM, now: NOW }, { ...frameOf(4, { type: "danced" }) }, { ...snapshotOf(EVENTS) },
  ]) {
    at += 1_000;
    clock.pass(10);
    socket.say({ ...frame, at_ms: at });
    assert.equal(session.clock.serverNow(), at, frame.type);
  }
});

test("an offer is answered by its number", () => {
  const { session, socket } = seated();
  socket.say(frameOf(4, { type: "offered", offer: { id: 7, by: "guest", kind: "draw", deadline_ms: 1 } }));
  act(session, "decline");
  assert.equal(socket.request("decline").offer, 7);
  socket.refuse("decline", { code: "no_such_offer" });
  act(session, "accept");
  assert.equal(socket.request("accept").offer, 7);
});

test("a snapshot after a resume replaces the view", () => {
  const scene = seated();
  scene.relink();
  scene.socket.ok("resume", resumed(0));
  scene.socket.say(snapshotOf([...EVENTS, MOVED(0, 4), MOVED(1, 0)]));
  assert.equal(scene.session.state.view.game.moves.length, 2);
  assert.equal(scene.session.state.place.kind, "seat");
});

test("a gap, or an event that cannot be folded, brings a new link and the whole room", () => {
  for (const bad of [frameOf(5, MOVED(1, 0)), frameOf(4, { type: "offered" })]) {
    const scene = seated();
    scene.socket.say(frameOf(3, EVENTS[2]));
    assert.equal(scene.phase(), "open", "an event that is known already");
    scene.socket.say(bad);
    assert.equal(scene.phase(), "waiting");
    assert.equal(scene.session.state.view.seq, 3);
    scene.clock.pass(10_000);
    scene.greet();
    assert.equal(scene.socket.request("resume").last_seq, 0);
    scene.socket.ok("resume", resumed(0));
    scene.socket.say(snapshotOf([...EVENTS, MOVED(0, 4)]));
    scene.relink();
    assert.equal(scene.socket.request("resume").last_seq, 4);
  }
});

test("a resume is repeated after passing trouble, and a seat that is gone is forgotten", () => {
  const scene = seated();
  scene.relink();
  scene.socket.refuse("resume", { code: "unavailable", params: { retry_in_ms: 3_000 } });
  assert.equal(scene.phase(), "waiting");
  assert(scene.session.state.link.retryAt - scene.clock.now() >= 3_000);
  assert(scene.storage.seatIn(ROOM));
  scene.clock.pass(20_000);
  scene.greet();
  scene.socket.refuse("resume", { code: "internal" });
  assert.equal(scene.phase(), "waiting");
  scene.clock.pass(20_000);
  scene.greet();
  scene.socket.refuse("resume", { code: "no_such_room" });
  assert.equal(scene.phase(), "open");
  assert.deepEqual(scene.emitted.at(-1), { what: "gone", room: ROOM, why: "no_such_room" });
  assert.equal(scene.session.state.place, null);
  assert.equal(scene.session.state.view, null);
  assert.equal(scene.storage.seatIn(ROOM), null);
});
