// A page's place in a room: stored, resumed, given up, and the events about it.
import assert from "node:assert/strict";
import test from "node:test";

import { createStorage } from "../../server/web/storage/storage.js";
import { act, begin, EVENTS, frameOf, MOVED, resumed, ROOM, seated, snapshotOf, URL_OF } from "./scene.mjs";
import { fakeLocal } from "./support.mjs";

test("a seat's secret is stored before it is sent, and its place after the answer", async () => {
  const scene = begin({ greet: false });
  const answer = scene.session.create({});
  assert.deepEqual(scene.storage.seats(), []);
  const drawn = JSON.parse(JSON.stringify(scene.storage.seatIn(null)));
  assert.match(drawn.secret, /^[\w-]{22}$/);
  assert.equal(scene.socket.count("create_room"), 0);
  scene.greet();
  assert.equal(scene.socket.request("create_room").secret, drawn.secret);
  scene.socket.ok("create_room", { type: "created", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) });
  assert.equal((await answer).ok.room, ROOM);
  const { secret, room, seat, url, promise } = scene.storage.seatIn(ROOM);
  assert.deepEqual({ secret, room, seat, url, promise }, { secret: drawn.secret, room: ROOM, seat: "host", url: URL_OF(ROOM), promise: "disk" });
  assert.deepEqual(scene.session.state.place, { kind: "seat", room: ROOM, seat: "host", url: URL_OF(ROOM) });
});

test("a refused seat is forgotten, and each seat has a secret of its own", async () => {
  const { session, socket, storage, emitted } = begin();
  const answer = session.join(ROOM);
  assert.equal(storage.seatIn(ROOM).seat, null);
  const first = socket.request("join_room").secret;
  socket.refuse("join_room", { code: "room_full", params: { may_watch: true } });
  assert.equal((await answer).error.code, "room_full");
  assert.deepEqual(emitted, [{ what: "refused", request: "join_room", why: { code: "room_full", params: { may_watch: true } } }]);
  assert.equal(storage.seatIn(ROOM), null);
  session.join(ROOM);
  assert.notEqual(socket.request("join_room").secret, first);
});

test("a request for a seat that was lost with the link is sent again with the same secret", async () => {
  const scene = begin();
  const answer = scene.session.create({});
  const { secret } = scene.socket.request("create_room");
  scene.relink();
  assert.equal(scene.socket.request("create_room").secret, secret);
  scene.socket.ok("create_room", { type: "created", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) });
  assert.equal((await answer).ok.room, ROOM);
});

test("a new room begins without the last room's view", () => {
  const scene = seated();
  scene.socket.say(snapshotOf([...EVENTS, { type: "ended", reason: "empty" }]));
  assert.equal(scene.storage.seatIn(ROOM), null, "a room that ended meanwhile");
  scene.session.create({});
  scene.socket.ok("create_room", { type: "created", room: "W9FA-2HKE", seat: "guest", n: 0, url: URL_OF("W9FA-2HKE") });
  assert.deepEqual([scene.session.state.place.room, scene.session.state.view, scene.session.state.now], ["W9FA-2HKE", null, null]);
});

test("a reloaded page resumes its seat by the stored secret", async () => {
  const local = fakeLocal();
  const { secret } = seated({ local });
  const scene = begin({ local });
  const answer = scene.session.resume(ROOM);
  const { type, room, secret: shown } = scene.socket.request("resume");
  assert.deepEqual([type, room, shown], ["resume", ROOM, secret]);
  scene.socket.ok("resume", resumed(2));
  scene.socket.say(snapshotOf(EVENTS));
  assert.equal((await answer).ok.seat, "host");
  scene.session.move(0);
  assert.equal(scene.socket.request("move").n, 3);

  const none = begin();
  assert.deepEqual(await none.session.resume(ROOM), { lost: true });
  assert.equal(none.socket.count("resume"), 0);
});

test("a stored seat is forgotten if it is gone, but not if the server is unavailable", async () => {
  for (const [why, kept] of [[{ code: "no_such_room" }, false], [{ code: "unavailable", params: { retry_in_ms: 1 } }, true]]) {
    const local = fakeLocal();
    seated({ local });
    const { session, socket, storage } = begin({ local });
    const answer = session.resume(ROOM);
    socket.refuse("resume", why);
    assert.equal((await answer).error.code, why.code);
    assert.equal(storage.seatIn(ROOM) !== null, kept);
  }
});

test("a seat that another window took is taken back only on request", async () => {
  const scene = seated();
  const move = scene.session.move(4);
  scene.socket.say({ type: "superseded", room: ROOM });
  assert.equal(scene.phase(), "superseded");
  assert(scene.socket.closed);
  scene.clock.pass(600_000);
  scene.page.wake();
  scene.session.retryNow();
  assert.equal(scene.Socket.made.length, 1);
  assert(scene.storage.seatIn(ROOM));
  scene.session.takeOver();
  scene.greet();
  scene.socket.ok("resume", resumed(0));
  scene.socket.ok("move", { type: "moved", seq: 4 });
  assert("ok" in (await move));
});

test("the room's new code is stored with the seat", () => {
  const scene = seated();
  act(scene.session, "remove_guest");
  scene.socket.say(frameOf(4, { type: "removed", seat: "guest" }, "W9FA-2HKE"));
  scene.socket.ok("remove_guest", { type: "removed", seq: 4, room: "W9FA-2HKE" });
  assert.deepEqual(scene.session.state.place, { kind: "seat", room: "W9FA-2HKE", seat: "host", url: URL_OF("W9FA-2HKE") });
  assert.equal(scene.storage.seatIn(ROOM), null);
  assert.equal(scene.storage.seatIn("W9FA-2HKE").secret, scene.secret);
  scene.relink();
  assert.equal(scene.socket.request("resume").room, "W9FA-2HKE");
});

test("a removed guest has no place any more", async () => {
  const scene = seated();
  scene.session.move(4);
  const next = act(scene.session, "resign");
  scene.socket.say({ type: "dismissed", room: "W9FA-2HKE" });
  assert(scene.session.state.place, "another room");
  scene.socket.say({ type: "dismissed", room: ROOM });
  assert.deepEqual([scene.session.state.place, scene.session.state.view, scene.session.state.pending], [null, null, null]);
  assert.deepEqual(scene.emitted.at(-1), { what: "gone", room: ROOM, why: "dismissed" });
  assert.equal(scene.storage.seatIn(ROOM), null);
  assert.deepEqual(await next, { lost: true });
  scene.relink();
  assert.equal(scene.socket.count("resume"), 0);
  assert.equal(scene.session.state.pending, null);
});

test("a room that ended is forgotten, but stays in sight until it is left", async () => {
  const scene = seated();
  scene.socket.say(frameOf(4, { type: "ended", reason: "age" }));
  assert.equal(scene.session.state.view.ended, "age");
  assert.equal(scene.session.state.place.room, ROOM);
  assert.equal(scene.storage.seatIn(ROOM), null);
  scene.relink();
  assert.equal(scene.socket.count("resume"), 0);
  assert.deepEqual((await scene.session.leave()).ok, { type: "left", seq: 4 });
  assert.deepEqual([scene.session.state.place, scene.session.state.view], [null, null]);
  assert.equal(scene.socket.count("leave"), 0);
});

test("a seat that is left between games is forgotten; one left during a game may be taken up again", () => {
  const scene = seated();
  scene.session.leave();
  scene.socket.say(frameOf(4, { type: "lost", seat: "host", cause: "left", deadline_ms: 9 }));
  scene.socket.ok("leave", { type: "left", seq: 4 });
  assert.equal(scene.session.state.place, null);
  assert(scene.storage.seatIn(ROOM));

  const other = seated();
  other.session.leave();
  other.socket.say(frameOf(4, { type: "left", seat: "host" }));
  other.socket.ok("leave", { type: "left", seq: 4 });
  assert.equal(other.session.state.place, null);
  assert.equal(other.storage.seatIn(ROOM), null);
});

test("a seat is left also when the answer was lost with the link", async () => {
  const scene = seated();
  const answer = scene.session.leave();
  scene.relink();
  scene.socket.ok("resume", resumed(1, { ok: { type: "left", seq: 4 } }));
  assert.equal(scene.socket.request("leave").n, 2);
  scene.socket.ok("leave", { type: "left", seq: 6 });
  assert("ok" in (await answer));
  assert.equal(scene.session.state.place, null);
});

test("a finished game is stored once, with the seat that played it", () => {
  const scene = seated();
  const over = { result: "won", winner: "host", reason: "resigned", id: "abc", next_first: "guest" };
  scene.socket.say(frameOf(4, MOVED(0, 4)), frameOf(5, { type: "finished", game: 1, over }));
  const [{ record, seat, secrets, at }, more] = scene.storage.games();
  assert.equal(more, undefined);
  assert.deepEqual([record.format, record.id, record.room, seat, at], ["oxo.game.v1", "abc", ROOM, "host", 500_005]);
  assert.deepEqual(record.players, { host: { name: "Ana" }, guest: { name: "Bia" } });
  assert.equal(record.game.moves.length, 1);
  scene.socket.say(frameOf(6, { type: "left", seat: "guest" }));
  assert.deepEqual(secrets, [scene.secret], "the server forgets the player by it");
  assert.deepEqual(scene.storage.games(), [{ record, seat, secrets, at }], "as it was when it ended");

  const away = seated();
  away.relink();
  away.socket.ok("resume", resumed(0));
  away.socket.say(snapshotOf([...EVENTS, MOVED(0, 4, over)]));
  assert.equal(away.storage.games().length, 1, "a game that ended meanwhile");

  const unkept = seated();
  unkept.socket.say(frameOf(4, MOVED(0, 4)), frameOf(5, { type: "finished", game: 1, over: { ...over, id: undefined } }));
  assert.deepEqual(unkept.storage.games()[0].secrets, [], "no server keeps it");

  const empty = seated();
  empty.socket.say(frameOf(4, { type: "finished", game: 1, over: { ...over, reason: "called_off", result: "aborted" } }));
  assert.equal(empty.storage.games().length, 0, "a game without a move");
});

test("a session works with a storage that refuses everything", () => {
  const refuse = () => {
    throw new Error("no");
  };
  const locals = [refuse, () => ({ length: 0, key: refuse, getItem: refuse, setItem: refuse, removeItem: refuse })];
  for (const local of locals) {
    const storage = createStorage({ local, session: local });
    const scene = seated({ storage });
    scene.relink();
    scene.socket.ok("resume", resumed(0));
    assert.equal(scene.session.state.place.room, ROOM);
    assert.equal(storage.seatIn(ROOM).secret, scene.secret);
    assert.equal(storage.lasting(), false);
  }
});
