// A seat on several devices: shared, taken, and left where another device plays.
import assert from "node:assert/strict";
import test from "node:test";

import { act, begin, EVENTS, frameOf, MOVED, resumed, ROOM, seated, snapshotOf, URL_OF, WELCOME } from "./scene.mjs";

const TOKEN = "EBESExQVFhcYGRobHB0eHw";
const TAKEN = { type: "seat_taken", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) };

/** The next link breaks as in `relink`, and the server behind it shares seats. */
function relinkShared({ socket, clock, Socket }) {
  socket.cut();
  clock.pass(10_000);
  greetShared(Socket);
}

function greetShared(Socket) {
  Socket.last.onopen();
  Socket.last.ok("hello", { ...WELCOME, features: ["shared_seats"] });
}

test("a seat is taken by a secret that is stored before it is sent", async () => {
  const { session, storage, socket } = begin();
  const taken = session.takeSeat(ROOM, TOKEN);
  const { room, token, secret } = socket.request("take_seat");
  assert.deepEqual([room, token], [ROOM, TOKEN]);
  assert.notEqual(secret, TOKEN);
  assert.equal(storage.seatIn(ROOM).secret, secret);
  socket.ok("take_seat", TAKEN);
  socket.say(snapshotOf(EVENTS));
  assert.equal((await taken).ok.type, "seat_taken");
  assert.deepEqual([session.state.place.seat, session.state.view.seq], ["host", EVENTS.length]);
  act(session, "resign");
  assert.equal(socket.request("resign").n, 1);
});

test("a request for a shared seat is sent again with the same secret", async () => {
  const scene = begin();
  const taken = scene.session.takeSeat(ROOM, TOKEN);
  const { secret } = scene.socket.request("take_seat");
  scene.relink();
  assert.deepEqual([scene.socket.request("take_seat").secret, scene.socket.count("take_seat")], [secret, 1]);
  scene.socket.ok("take_seat", TAKEN);
  assert("ok" in (await taken));
  assert.equal(scene.storage.seats().length, 1);
});

test("a refused seat leaves no secret behind", async () => {
  const { session, storage, socket } = begin();
  const taken = session.takeSeat(ROOM, TOKEN);
  socket.refuse("take_seat", { code: "no_shared_seat" });
  assert.equal((await taken).error.code, "no_shared_seat");
  assert.equal(storage.seatIn(ROOM), null);
  assert.equal(session.state.place, null);
});

test("sharing a seat and ending it are sent again after the resume", async () => {
  const scene = seated();
  const shared = scene.session.shareSeat(TOKEN);
  const alone = scene.session.unshareSeat();
  scene.relink();
  const asked = scene.socket.sent.map(({ type }) => type).filter((type) => /resume|share_seat/.test(type));
  assert.deepEqual(asked, ["resume", "share_seat", "unshare_seat"]);
  assert.equal(scene.socket.request("share_seat").token, TOKEN);
  scene.socket.ok("resume", resumed(0));
  scene.socket.ok("share_seat", { type: "seat_shared", until_ms: 620_000, devices: 1 });
  scene.socket.ok("unshare_seat", { type: "seat_unshared", devices: 1 });
  assert("ok" in (await shared) && "ok" in (await alone));
});

test("an automatic resume yields the seat to another device; taking over does not", () => {
  const scene = seated();
  relinkShared(scene);
  assert.equal(scene.socket.request("resume").yields, true);
  scene.socket.refuse("resume", { code: "superseded" });
  assert.equal(scene.phase(), "superseded");
  assert.equal(scene.storage.seatIn(ROOM).secret, scene.secret);
  scene.session.takeOver();
  greetShared(scene.Socket);
  assert(!("yields" in scene.socket.request("resume")));
  scene.socket.ok("resume", resumed(0));
  relinkShared(scene);
  assert.equal(scene.socket.request("resume").yields, true, "for that one request only");
});

test("a server without shared seats gets no `yields`", () => {
  const scene = seated();
  scene.relink();
  assert(!("yields" in scene.socket.request("resume")));
});

test("another device's answer with the same number does not settle one's own command", async () => {
  const scene = seated();
  const move = scene.session.move(4);
  scene.relink();
  scene.socket.ok("resume", resumed(1, { ok: { type: "resigned", seq: 4 } }));
  assert.deepEqual(await move, { lost: true });
  assert.equal(scene.socket.count("move"), 0);
});

test("a device that was removed forgets the seat", () => {
  const scene = seated();
  relinkShared(scene);
  scene.socket.refuse("resume", { code: "no_such_room" });
  assert.deepEqual(scene.emitted.at(-1), { what: "gone", room: ROOM, why: "no_such_room" });
  assert.equal(scene.storage.seatIn(ROOM), null);
  scene.socket.say(frameOf(4, MOVED(0, 4)));
  assert.equal(scene.session.state.view, null);
});
