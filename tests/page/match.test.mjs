// Quick matches, watching, and requests that need no seat.
import assert from "node:assert/strict";
import test from "node:test";

import { act, begin, EVENTS, frameOf, MOVED, NOW, resumed, ROOM, seated, snapshotOf, URL_OF } from "./scene.mjs";

test("a spectator resumes by watching again", async () => {
  const scene = begin();
  const answer = scene.session.watch(ROOM);
  scene.socket.ok("watch_room", { type: "watching", room: ROOM });
  scene.socket.say(snapshotOf(EVENTS));
  assert("ok" in (await answer));
  assert.deepEqual(scene.session.state.place, { kind: "watch", room: ROOM });
  scene.relink();
  assert.equal(scene.socket.request("watch_room").room, ROOM);
  scene.socket.ok("watch_room", { type: "watching", room: ROOM });
  assert.equal(scene.session.state.view.seq, 3, "the room stays in sight");
  scene.socket.say(snapshotOf([...EVENTS, MOVED(0, 4)]));
  assert.equal(scene.session.state.view.seq, 4);
  const done = scene.session.unwatch();
  scene.socket.ok("unwatch", { type: "unwatched" });
  await done;
  assert.equal(scene.session.state.place, null);
  scene.socket.say(snapshotOf(EVENTS), frameOf(5, MOVED(1, 0)), { type: "now", room: ROOM, at_ms: 1, now: NOW });
  assert.deepEqual([scene.session.state.view, scene.session.state.now], [null, null], "late frames");
});

test("a player who has just joined or returned counts as connected, whatever the last `now` said", () => {
  const scene = begin();
  scene.session.watch(ROOM);
  scene.socket.ok("watch_room", { type: "watching", room: ROOM });
  const away = { ...NOW, links: { ...NOW.links, guest: { state: "away" } } };
  const link = () => scene.session.state.now.links.guest.state;
  scene.socket.say({ ...snapshotOf(EVENTS.slice(0, 1)), now: away });
  assert.equal(link(), "away", "nobody sits there");
  scene.socket.say(frameOf(2, EVENTS[1]));
  assert.equal(link(), "linked");
  scene.socket.say({ type: "now", room: ROOM, at_ms: 1, now: away });
  assert.equal(link(), "away", "the later frame counts");
  scene.socket.say(frameOf(3, { type: "returned", seat: "guest" }));
  assert.equal(link(), "linked");
});

test("watching and waiting can be ended without a connection", async () => {
  const scene = begin();
  scene.session.watch(ROOM);
  scene.socket.ok("watch_room", { type: "watching", room: ROOM });
  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  scene.socket.cut();
  assert.equal((await scene.session.unwatch()).ok.type, "unwatched");
  assert.equal((await scene.session.cancel()).ok.type, "cancelled");
  assert.deepEqual([scene.session.state.place, scene.session.state.queue], [null, null]);
  scene.clock.pass(10_000);
  scene.greet();
  assert.deepEqual([scene.socket.count("watch_room"), scene.socket.count("quick_match")], [0, 0]);
});

test("a quick match waits through a lost link and leads to a seat", async () => {
  const scene = begin();
  const rules = { width: 4, height: 4, line: 4 };
  const answer = scene.session.quick({ boards: [rules] });
  const { secret, key } = scene.socket.request("quick_match");
  assert.match(key, /^[\w-]{8,64}$/);
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 2 });
  assert.equal((await answer).ok.position, 2);
  scene.socket.say({ type: "queue", position: 1, wait_ms: 8_000 });
  assert.deepEqual(scene.session.state.queue, { ticket: "k7qx4mtr9w2f2", position: 1, wait_ms: 8_000, boards: [rules], clocks: undefined, unseen: false, answers: false });
  scene.relink();
  const again = scene.socket.request("quick_match");
  assert.deepEqual([again.secret, again.key, again.boards], [secret, key, [rules]]);
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 3 });
  assert.equal(scene.session.state.queue.position, 3);
  scene.socket.say({ type: "matched", room: ROOM, seat: "guest" }, snapshotOf(EVENTS));
  assert.equal(scene.session.state.queue, null);
  assert.deepEqual(scene.session.state.place, { kind: "seat", room: ROOM, seat: "guest", url: `http://h/r/${ROOM}` });
  assert.equal(scene.emitted.at(-1).what, "matched");
  assert.equal(scene.storage.seatIn(ROOM).secret, secret);
  act(scene.session, "resign");
  assert.equal(scene.socket.request("resign").n, 1);
  scene.socket.say({ type: "matched", room: "W9FA-2HKE", seat: "host" });
  assert.equal(scene.session.state.place.room, ROOM, "nobody was waited for");
});

test("a quick match that was made while the link was down gives a seat", () => {
  const scene = begin();
  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  scene.relink();
  scene.socket.ok("quick_match", { type: "joined", room: ROOM, seat: "guest", n: 0, url: URL_OF(ROOM) });
  scene.socket.say(snapshotOf(EVENTS));
  assert.equal(scene.session.state.queue, null);
  assert.equal(scene.session.state.place.seat, "guest");
});

test("a quick match that is replaced, refused or cancelled leaves nothing behind", async () => {
  const scene = begin();
  const secrets = () => scene.storage.seatIn(null);
  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  scene.socket.say({ type: "unqueued", reason: "replaced" });
  assert.deepEqual(scene.emitted.at(-1), { what: "unqueued", why: "replaced" });
  assert.deepEqual([scene.session.state.queue, secrets()], [null, null]);

  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  scene.relink();
  scene.socket.refuse("quick_match", { code: "rooms_too_fast", params: { retry_in_ms: 9 } });
  assert.deepEqual(scene.emitted.at(-1), { what: "unqueued", why: "rooms_too_fast" });
  assert.deepEqual([scene.session.state.queue, secrets()], [null, null]);

  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  const newer = scene.session.quick({ boards: [{ width: 4, height: 4, line: 3 }] });
  scene.socket.ok("cancel", { type: "cancelled" });
  await new Promise(setImmediate);
  assert.equal(scene.session.state.queue, null);
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  assert("ok" in (await newer));
  assert.equal(scene.session.state.queue.boards[0].width, 4);
});

const THEIRS = "w9fa2hke7m3n2";

test("a game with a waiting player comes about through a lost link", async () => {
  const scene = begin();
  const answer = scene.session.play(THEIRS, {});
  const { secret, ticket } = scene.socket.request("play");
  assert.equal(ticket, THEIRS);
  scene.socket.ok("play", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 2 });
  assert.equal((await answer).ok.type, "queued");
  assert.equal(scene.session.state.queue.answers, true);
  scene.relink();
  const again = scene.socket.request("play");
  assert.deepEqual([again.secret, again.ticket], [secret, THEIRS]);
  scene.socket.ok("play", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 2 });
  scene.socket.say({ type: "matched", room: ROOM, seat: "guest" }, snapshotOf(EVENTS));
  assert.deepEqual([scene.session.state.queue, scene.session.state.place.room], [null, ROOM]);
  assert.equal(scene.storage.seatIn(ROOM).secret, secret);
});

test("a game with a player who has gone is refused and leaves no secret behind", async () => {
  const scene = begin();
  const secrets = () => scene.storage.seatIn(null);
  const refused = scene.session.play(THEIRS, {});
  scene.socket.refuse("play", { code: "cannot_play", params: { reason: "gone" } });
  assert.equal((await refused).error.code, "cannot_play");
  assert.deepEqual([scene.session.state.queue, secrets()], [null, null]);

  scene.session.play(THEIRS, {});
  scene.socket.ok("play", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 2 });
  scene.socket.say({ type: "unqueued", reason: "gone" });
  assert.deepEqual(scene.emitted.at(-1), { what: "unqueued", why: "gone" });
  assert.deepEqual([scene.session.state.queue, secrets()], [null, null]);

  scene.session.play(THEIRS, {});
  scene.socket.ok("play", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 2 });
  scene.relink();
  scene.socket.refuse("play", { code: "cannot_play", params: { reason: "gone" } });
  assert.deepEqual(scene.emitted.at(-1), { what: "unqueued", why: "gone" });
  assert.deepEqual([scene.session.state.queue, secrets()], [null, null]);
});

test("playing a waiting player cancels one's own search", async () => {
  const scene = begin();
  scene.session.quick({ unseen: true });
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  assert.equal(scene.session.state.queue.unseen, true);
  const answer = scene.session.play(THEIRS, {});
  scene.socket.ok("cancel", { type: "cancelled" });
  await new Promise(setImmediate);
  scene.socket.ok("play", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 2 });
  assert("ok" in (await answer));
  assert.equal(scene.session.state.queue.answers, true);
});

test("an opponent found while the search is being cancelled gives a seat all the same", async () => {
  const scene = begin();
  scene.session.quick({});
  scene.socket.ok("quick_match", { type: "queued", ticket: "k7qx4mtr9w2f2", position: 1 });
  const cancel = scene.session.cancel();
  scene.socket.say({ type: "matched", room: ROOM, seat: "host" });
  scene.socket.refuse("cancel", { code: "not_queued" });
  assert.equal((await cancel).error.code, "not_queued");
  assert.equal(scene.session.state.place.room, ROOM);
  assert(scene.storage.seatIn(ROOM));
});

test("each reaction is emitted once", () => {
  const scene = seated();
  const say = (reaction) => scene.socket.say({ type: "now", room: ROOM, at_ms: 500_000, now: { ...NOW, reaction } });
  say({ by: "guest", phrase: "hello", at_ms: 5 });
  say({ by: "guest", phrase: "hello", at_ms: 5 });
  say({ by: "guest", phrase: "hello", at_ms: 6 });
  assert.deepEqual(scene.emitted.map(({ what }) => what), ["reaction", "reaction"]);
  scene.session.react("thanks");
  assert.equal(scene.socket.request("react").phrase, "thanks");
});

test("a reaction that was lost with the link is not sent again", async () => {
  const scene = seated();
  const answer = scene.session.react("oops");
  scene.relink();
  scene.socket.ok("resume", resumed(0));
  assert.deepEqual(await answer, { lost: true });
  assert.equal(scene.socket.count("react"), 0);
});

test("a name is stored unless it is invalid", async () => {
  const { session, socket, storage } = begin();
  const bad = session.setName("x\u202e");
  socket.refuse("set_name", { code: "bad_name", params: { reason: "characters" } });
  await bad;
  assert.equal(storage.name(), "Ana");
  const later = session.setName("Ana Maria");
  socket.refuse("set_name", { code: "name_during_game" });
  assert.equal((await later).error.code, "name_during_game");
  assert.equal(storage.name(), "Ana Maria");
  socket.cut();
  assert.equal((await session.setName("Bia")).ok.name, "Bia");
  assert.equal(storage.name(), "Bia");
});

test("the list of rooms is requested page by page, also through a lost link", async () => {
  const scene = begin();
  const first = scene.session.rooms();
  assert(!("cursor" in scene.socket.request("rooms")));
  scene.relink();
  scene.socket.ok("rooms", { type: "rooms", rooms: [], next: ROOM });
  assert.equal((await first).ok.next, ROOM);
  scene.session.rooms(ROOM);
  assert.equal(scene.socket.request("rooms").cursor, ROOM);
});

test("requests are bounded while there is no link, and closing ends them all", async () => {
  const scene = begin({ greet: false });
  const answers = Array.from({ length: 40 }, () => scene.session.rooms());
  assert.deepEqual(await answers[39], { lost: true });
  scene.greet();
  assert.equal(scene.socket.count("rooms"), 32);
  answers.push(act(scene.session, "resign"), act(scene.session, "abort"));
  scene.session.close();
  answers.push(scene.session.rooms());
  assert.equal(scene.session.state.pending, null);
  assert.deepEqual(await Promise.all(answers), answers.map(() => ({ lost: true })));
  assert.equal(scene.phase(), "closed");
  assert(scene.socket.closed);
  assert.deepEqual([scene.clock.waiting(), scene.page.listeners()], [0, 0]);
});

test("a session that is closed as it is greeted leaves nothing running", () => {
  const scene = begin();
  scene.session.on("returned", () => scene.session.close());
  scene.relink();
  assert.equal(scene.phase(), "closed");
  assert.equal(scene.clock.waiting(), 0);
});

test("subscribers are called once for all that a frame changes, and can unsubscribe", () => {
  const scene = begin();
  const seen = [];
  const stop = scene.session.subscribe((state, before) => seen.push([before.place?.room, state.place?.room]));
  scene.session.watch(ROOM);
  scene.socket.ok("watch_room", { type: "watching", room: ROOM });
  assert.deepEqual(seen, [[undefined, ROOM]]);
  stop();
  scene.socket.say(snapshotOf(EVENTS));
  assert.equal(seen.length, 1);
});
