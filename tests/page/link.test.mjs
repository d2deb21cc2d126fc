// Links are made, watched and made again.
import assert from "node:assert/strict";
import test from "node:test";

import { isReachable } from "../../server/web/net/reachable.js";
import { begin, EVENTS, frameOf, MOVED, seated, snapshotOf, WELCOME } from "./scene.mjs";

test("the greeting has the versions and the name", () => {
  const { socket, session, phase } = begin();
  assert.deepEqual([socket.url, socket.protocols], ["ws://h/ws", ["oxo.v1"]]);
  assert.deepEqual(socket.sent[0], { type: "hello", versions: [1], client: "oxo-page", name: "Ana", id: 1 });
  assert.equal(phase(), "open");
  assert.equal(session.state.welcome.server.name, "oxo-server");
  assert.equal(session.clock.serverNow(), 500_000);
  assert(!("name" in begin({ name: "" }).socket.sent[0]));
});

test("a greeting with a refused name is sent again without it", () => {
  const { socket, phase } = begin({ greet: false });
  socket.onopen();
  socket.refuse("hello", { code: "bad_name", params: { reason: "marks" } });
  assert(!("name" in socket.request("hello")));
  socket.ok("hello", { type: "danced" });
  assert.equal(phase(), "connecting");
  socket.ok("hello", WELCOME);
  assert.equal(phase(), "open");
});

test("a greeting that is refused without a name, too, is final; the next one has the name again", () => {
  const scene = begin({ greet: false });
  scene.socket.onopen();
  for (let i = 0; i < 2; i += 1) scene.socket.refuse("hello", { code: "bad_name", params: { reason: "marks" } });
  assert.equal(scene.phase(), "refused");
  assert.equal(scene.session.state.link.why.code, "bad_name");
  scene.session.retryNow();
  scene.socket.onopen();
  assert.equal(scene.socket.request("hello").name, "Ana");
});

test("a server of another version is not tried again by itself", () => {
  for (const speak of [
    (socket) => socket.refuse("hello", { code: "version_unsupported", params: { supported: [2] } }),
    (socket) => socket.ok("hello", { ...WELCOME, version: 2 }),
  ]) {
    const { socket, session, clock, Socket, phase } = begin({ greet: false });
    socket.onopen();
    speak(socket);
    assert.equal(phase(), "refused");
    assert.deepEqual(session.state.link.why, { code: "version_unsupported", params: { supported: [2] } });
    clock.pass(600_000);
    assert.equal(Socket.made.length, 1);
    session.retryNow();
    assert.equal(Socket.made.length, 2);
    assert.equal(session.state.link.why, null);
  }
});

test("a busy server's greeting is tried again after its pause", () => {
  const { socket, clock, Socket, phase } = begin({ greet: false });
  socket.onopen();
  socket.refuse("hello", { code: "unavailable", params: { retry_in_ms: 4_000 } });
  assert.equal(phase(), "waiting");
  clock.pass(3_999);
  assert.equal(Socket.made.length, 1);
  clock.pass(1_000);
  assert.equal(Socket.made.length, 2);
  Socket.last.onopen();
  Socket.last.refuse("hello", { code: "shutting_down" });
  assert.equal(phase(), "waiting");
});

test("a retry by hand need not wait, and makes one connection", () => {
  const { socket, session, clock, Socket, greet } = begin();
  socket.cut();
  session.retryNow();
  session.retryNow();
  assert.equal(Socket.made.length, 2);
  greet();
  clock.pass(5_000);
  assert.equal(Socket.made.length, 2);
  session.retryNow();
  session.takeOver();
  assert.equal(Socket.made.length, 2, "there is a link");
});

test("a socket that cannot be made, or never greets, is tried again with growing pauses", () => {
  const { clock, session, Socket } = begin({ greet: false });
  const waits = [];
  for (let i = 0; i < 8; i += 1) {
    if (i % 2) clock.pass(10_000);
    else Socket.last.cut();
    const { phase, attempt, retryAt } = session.state.link;
    assert.deepEqual([phase, attempt], ["waiting", i + 1]);
    waits.push(retryAt - clock.now());
    clock.pass(waits.at(-1));
    assert.equal(session.state.link.phase, "connecting");
  }
  assert.deepEqual(waits, [125, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  class Throws {
    constructor() {
      throw new Error("no");
    }
  }
  assert.equal(begin({ greet: false, socket: Throws }).session.state.link.phase, "waiting");
});

test("a link that lived long enough resets the pauses", () => {
  const { clock, session, socket, greet, Socket } = begin();
  clock.pass(4_999);
  socket.cut();
  assert.equal(session.state.link.attempt, 1);
  clock.pass(10_000);
  Socket.last.cut();
  assert.equal(session.state.link.attempt, 2);
  clock.pass(10_000);
  greet();
  clock.pass(4_999);
  Socket.last.cut();
  assert.equal(session.state.link.attempt, 3);
  clock.pass(10_000);
  greet();
  clock.pass(5_000);
  Socket.last.cut();
  assert.equal(session.state.link.attempt, 1);
});

test("a goodbye's retry time is kept, also when the page wakes", () => {
  const { socket, clock, session, page, Socket } = begin();
  socket.say({ type: "bye", reason: "restarting", retry_in_ms: 2_000 });
  socket.cut();
  assert.equal(session.state.link.reason, "restarting");
  assert.equal(session.state.link.retryAt - clock.now(), 2_125);
  page.wake();
  assert.equal(Socket.made.length, 1);
  clock.pass(2_125);
  assert.equal(Socket.made.length, 2);
  Socket.last.onopen();
  Socket.last.ok("hello", WELCOME);
  assert.equal(session.state.link.reason, null);
  Socket.last.cut();
  assert.equal(session.state.link.reason, null, "that goodbye was the old link's");
  page.wake();
  assert.equal(Socket.made.length, 3);
});

test("a goodbye without a retry time is final, unless its reason is a silence", () => {
  for (const [reason, expected] of [["flood", "refused"], ["internal", "refused"], ["silent", "waiting"], ["hello_timeout", "waiting"]]) {
    const { socket, session, page, Socket } = begin();
    socket.say({ type: "bye", reason });
    socket.cut();
    assert.equal(session.state.link.phase, expected);
    assert.equal(session.state.link.reason, reason);
    page.wake();
    assert.equal(Socket.made.length, expected === "refused" ? 1 : 2);
    session.retryNow();
    assert.equal(Socket.made.length, 2);
  }
});

test("a page that wakes reconnects at once, or pings an open link", () => {
  const { socket, page, Socket, greet, clock } = begin();
  socket.cut();
  page.wake();
  assert.equal(Socket.made.length, 2);
  page.wake();
  assert.equal(Socket.made.length, 2, "one attempt at a time");
  Socket.last.silent = true;
  greet();
  const pings = Socket.last.count("ping");
  page.wake();
  assert.equal(Socket.last.count("ping"), pings, "it is being asked");
  Socket.last.say({ type: "weather" });
  page.wake();
  assert.equal(Socket.last.count("ping"), pings + 1);
  assert.equal(clock.waiting(), 1, "one timer");
});

test("a link that does not answer is dropped, and one that says anything is not", () => {
  const { clock, Socket, phase, socket, session } = begin();
  assert.equal(socket.count("ping"), 1);
  socket.silent = true;
  clock.pass(10_000);
  assert.equal(socket.count("ping"), 2);
  clock.pass(2_999);
  socket.say({ type: "weather" });
  clock.pass(7_001);
  assert.equal(socket.count("ping"), 3);
  clock.pass(2_999);
  assert.equal(phase(), "open");
  clock.pass(1);
  assert.deepEqual([phase(), session.state.link.loss], ["waiting", "silent"]);
  assert(socket.closed);
  socket.say({ type: "bye", reason: "flood" });
  socket.cut();
  assert.equal(phase(), "waiting", "a link that was let go says nothing any more");
  clock.pass(10_000);
  assert.equal(Socket.made.length, 2);
});

test("in a game a link is dropped after 3 s without a frame, and another is tried at once", () => {
  const { clock, Socket, phase, socket, session } = seated();
  clock.pass(10_000);
  assert.deepEqual([phase(), socket.count("ping") >= 10], ["open", true]);
  socket.silent = true;
  clock.pass(2_999);
  assert.equal(phase(), "open");
  clock.pass(1);
  assert.deepEqual([phase(), session.state.link.loss], ["waiting", "silent"]);
  clock.pass(250);
  assert.equal(Socket.made.length, 2);
});

test("in a game in which nothing has happened for 15 s pings are half as many, until the next move", () => {
  const { clock, phase, socket, session } = seated();
  clock.pass(15_000);
  const calm = socket.count("ping");
  clock.pass(60_000);
  assert.deepEqual([phase(), socket.count("ping") - calm], ["open", 30]);
  socket.say({ ...frameOf(4, MOVED(0, 0)), at_ms: session.clock.serverNow() });
  const played = socket.count("ping");
  clock.pass(10_000);
  assert(socket.count("ping") - played >= 9);
  clock.pass(15_000);
  socket.silent = true;
  clock.pass(1_999);
  assert.equal(phase(), "open");
  clock.pass(2_001);
  assert.equal(session.state.link.loss, "silent");
});

test("a line on which every frame takes 2.5 s is not dead, also in a game", () => {
  const { clock, socket, phase } = seated();
  socket.silent = true;
  const onTheWay = [];
  for (let tenth = 0; tenth < 600; tenth += 1) {
    const asked = socket.count("ping");
    clock.pass(100);
    for (let n = asked; n < socket.count("ping"); n += 1) onTheWay.push(clock.now() + 2_500);
    // The first answer of all comes in time only because the link has just been heard.
    if (tenth === 15) socket.say({ type: "weather" });
    while (onTheWay.length > 0 && onTheWay[0] <= clock.now()) {
      onTheWay.shift();
      socket.say({ type: "pong", id: 1, at_ms: 0 });
    }
  }
  assert.equal(phase(), "open");
});

test("the loss of the browser's network is known at once, and connecting is tried all the same", () => {
  const { clock, page, phase, session, Socket, greet } = seated();
  page.network(false);
  assert.deepEqual([phase(), session.state.link.loss], ["waiting", "offline"]);
  clock.pass(250);
  assert.equal(Socket.made.length, 2, "the server may be on this machine");
  Socket.last.cut();
  page.network(true);
  assert.equal(Socket.made.length, 3);
  greet();
  assert.equal(session.state.link.loss, null);
});

test("pings are rarer while the page is hidden, in a running game too", () => {
  const playing = seated();
  playing.page.hide();
  playing.clock.pass(30_000);
  assert((playing.socket.count("ping")) <= 3);
  const { clock, socket, page } = begin();
  page.hide();
  clock.pass(24_999);
  assert.equal(socket.count("ping"), 1);
  clock.pass(1);
  assert.equal(socket.count("ping"), 2);
  page.wake();
  assert.equal(socket.count("ping"), 3);
  clock.pass(10_000);
  assert.equal(socket.count("ping"), 4);
});

test("after the machine slept a link is pinged before it is dropped", () => {
  const { clock, socket, phase } = begin();
  socket.silent = true;
  clock.pass(10_000);
  clock.sleep(9_000_000);
  assert.equal(phase(), "open");
  assert.equal(socket.count("ping"), 3);
  clock.pass(3_000);
  assert.equal(phase(), "waiting");
});

test("a hidden page, whose timers are all late, keeps a link that answers and drops one that does not", () => {
  const { clock, socket, phase, page } = begin();
  page.hide();
  for (let pings = 1; pings < 4; pings += 1) {
    assert.equal(socket.count("ping"), pings);
    clock.sleep(60_000);
  }
  assert.equal(phase(), "open");
  socket.silent = true;
  clock.sleep(60_000);
  clock.sleep(60_000);
  assert.equal(phase(), "open");
  clock.sleep(60_000);
  assert.equal(phase(), "waiting");
});

test("the loss is `down` when the server has closed the link and turns the next one away", () => {
  const losses = (...steps) => {
    const scene = begin();
    return steps.map((step) => {
      step(scene);
      return scene.session.state.link.loss;
    });
  };
  const cut = ({ Socket }) => Socket.last.cut();
  const again = ({ clock, Socket }) => { clock.pass(10_000); if (!Socket.last.closed) Socket.last.cut(); };
  const turnedAway = (scene) => { scene.session.retryNow(); scene.clock.pass(100); scene.Socket.last.cut(); };
  const bye = (reason) => ({ Socket }) => { Socket.last.say({ type: "bye", reason, retry_in_ms: 1_000 }); Socket.last.cut(); };
  const up = (scene) => { scene.session.retryNow(); scene.greet(); };
  assert.deepEqual(losses(cut, turnedAway, turnedAway, up), ["cut", "down", "down", null]);
  assert.deepEqual(losses(cut, again), ["cut", "silent"], "no answer at all");
  assert.deepEqual(losses(bye("restarting"), turnedAway), ["restarting", "restarting"]);
  assert.deepEqual(losses(bye("disk_failed"), turnedAway), ["down", "down"]);
  assert.deepEqual(losses(({ page }) => page.network(false), turnedAway), ["offline", "offline"], "one's own network");
});

test("the server's clock stands while the server is known not to run", () => {
  const { session, clock, Socket, greet } = seated();
  Socket.last.say({ type: "bye", reason: "restarting", retry_in_ms: 60_000 });
  Socket.last.cut();
  const at = session.clock.serverNow();
  clock.pass(30_000);
  assert.equal(session.clock.serverNow(), at);
  session.retryNow();
  greet();
  assert.equal(session.clock.serverNow(), 500_000);
  clock.pass(1_000);
  assert.equal(session.clock.serverNow(), 501_000);
});

test("in a game of days the server's clock goes on while the server is known not to run", () => {
  const { session, clock, Socket, socket } = seated();
  const room = snapshotOf(EVENTS);
  socket.say({ ...room, view: { ...room.view, settings: { ...room.view.settings, clock: { type: "correspondence", move_days: 3 } } } });
  const at = session.clock.serverNow();
  Socket.last.say({ type: "bye", reason: "restarting", retry_in_ms: 60_000 });
  Socket.last.cut();
  clock.pass(30_000);
  assert.equal(session.clock.serverNow(), at + 30_000);
});

test("unknown frames and events of a later version do no harm", () => {
  const { socket, session, emitted } = seated();
  socket.say("{", "7", "null", "[]", '{"type":7}', { type: "weather", sky: "clear" });
  socket.onmessage({ data: new ArrayBuffer(1) });
  socket.say({ type: "reply", id: 999, ok: { type: "danced" } });
  socket.say(frameOf(4, { type: "danced", steps: 3 }));
  assert.equal(session.state.view.seq, 4);
  assert.equal(emitted.at(-1).event.type, "danced");
  socket.say({ type: "error", code: "bad_message", params: { detail: "?" } });
  assert.equal(emitted.at(-1).what, "complaint");
});

test("the page connects to another address of the same origin, and to the first one again where that fails", () => {
  const { socket, clock, Socket, greet } = begin();
  socket.say({ type: "bye", reason: "restarting", retry_in_ms: 0, address: "http://h/b" });
  socket.cut();
  clock.pass(10_000);
  assert.equal(Socket.last.url, "ws://h/b/ws");
  Socket.last.cut();
  clock.pass(10_000);
  assert.equal(Socket.last.url, "ws://h/ws");
  Socket.last.cut();
  clock.pass(10_000);
  assert.equal(Socket.last.url, "ws://h/b/ws");
  greet();
  Socket.last.cut();
  clock.pass(10_000);
  assert.equal(Socket.last.url, "ws://h/b/ws", "it was good");
});

test("the page navigates to another origin, unless a seat would be left behind", () => {
  const gone = [];
  const bye = { type: "bye", reason: "restarting", retry_in_ms: 0, address: "https://other.example/" };
  for (const scene of [begin({ go: (address) => gone.push(address) }), seated({ go: () => assert.fail("the seat's secret stays here") })]) {
    scene.socket.say(bye);
    scene.socket.cut();
    scene.clock.pass(10_000);
    assert.equal(scene.Socket.last.url, "ws://h/ws");
  }
  assert.deepEqual(gone, ["https://other.example/"]);
  const { socket, Socket, clock } = begin({ greet: false });
  socket.onopen();
  socket.ok("hello", { ...WELCOME, address: "nonsense" });
  socket.cut();
  clock.pass(10_000);
  assert.equal(Socket.last.url, "ws://h/ws");
});

test("the state is `saving` until the server answers or the link goes", async () => {
  const { session, socket, clock, phase } = seated();
  const saves = () => socket.say({ type: "saving", id: socket.request("move").id, waited_ms: 1_000 });
  session.move(4);
  for (let n = 0; n < 9; n += 1) {
    clock.pass(7_000);
    saves();
  }
  assert.deepEqual([phase(), session.state.saving], ["open", true], "a sign of life");
  socket.ok("move", { type: "moved", seq: 4 });
  assert.equal(session.state.saving, false);
  saves();
  socket.cut();
  assert.equal(session.state.saving, false);
});

test("a proxy that lets no WebSocket through is distinguished from a server that does not answer", async () => {
  let answers = true;
  const { clock, session, Socket } = begin({ greet: false, isReachable: async () => answers });
  const failed = async () => {
    Socket.last.cut();
    await null;
    const { loss } = session.state.link;
    clock.pass(10_000 - 1);
    return loss;
  };
  assert.deepEqual([await failed(), await failed(), await failed()], ["silent", "blocked", "blocked"]);
  assert.deepEqual([session.state.link.phase, session.state.link.loss], ["connecting", "blocked"], "it stays while another attempt is made");
  answers = false;
  assert.equal(await failed(), "silent");
  answers = true;
  assert.deepEqual([await failed(), await failed()], ["silent", "blocked"]);
  Socket.last.onopen();
  Socket.last.ok("hello", WELCOME);
  assert.equal(session.state.link.loss, null);
  Socket.last.cut();
  await null;
  assert.equal(session.state.link.loss, "cut");
});

test("a server is reachable if it answers /info and has room for a connection", async () => {
  const info = { ok: true, status: 200, json: async () => ({ versions: [1] }) };
  const asked = (socket, what) => isReachable("wss://h/oxo/ws", async (url) => {
    const answer = { "https://h/oxo/ws": socket, "https://h/oxo/info": what }[url];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  assert(await asked({ status: 426 }, info));
  assert(await asked({ status: 200 }, info), "a filter's page");
  for (const [socket, what] of [
    [{ status: 503 }, info], [{ status: 429 }, info], [new TypeError("no network"), info], [{ status: 426 }, new TypeError("no network")],
    [{ status: 426 }, { ok: false }], [{ status: 200 }, { ok: true, json: async () => ({}) }],
    [{ status: 200 }, { ok: true, json: async () => JSON.parse("<html>") }],
  ]) assert(!await asked(socket, what));
});

test("a page that is put away closes its socket, and opens a new one when it is brought back", () => {
  const { clock, page, phase, session, Socket, greet } = seated();
  const before = Socket.last;
  const made = Socket.made.length;
  page.leave();
  assert(before.closed);
  assert.deepEqual([phase(), session.state.link.loss], ["waiting", null]);
  clock.pass(600_000);
  assert.equal(Socket.made.length, made, "nothing is tried meanwhile");
  page.wake();
  assert.equal(Socket.made.length, made + 1);
  greet();
  assert.equal(phase(), "open");
  assert.equal(Socket.last.request("resume").room, session.state.place.room);
});
