// The page's session does on the wire what the transcripts of whole connections say; see
// protocol/transcripts/connections/README.md.
import assert from "node:assert/strict";
import test from "node:test";

import { createSession } from "../../server/web/net/session.js";
import { createStorage } from "../../server/web/storage/storage.js";
import { act, WELCOME } from "./scene.mjs";
import { CONNECTIONS, fakeLocal, fakePage, fakeSocket, handClock } from "./support.mjs";

/** A client connects within so long, in milliseconds. */
const CONNECT_MS = 10_000;
const STEP_MS = 5;

/** What a user asks, in the words of the session. */
const ASKS = {
  create_room: (session, { type, ...choices }) => session.create(choices),
  join_room: (session, { room }) => session.join(room),
  take_seat: (session, { room, token }) => session.takeSeat(room, token),
  watch_room: (session, { room }) => session.watch(room),
  unwatch: (session) => session.unwatch(),
  quick_match: (session, { type, ...games }) => session.quick(games),
  play: (session, { type, ticket, ...games }) => session.play(ticket, games),
  cancel: (session) => session.cancel(),
  move: (session, { cell }) => session.move(cell),
  resign: (session) => act(session, "resign"),
  abort: (session) => act(session, "abort"),
  claim: (session, { result }) => act(session, "claim", { result }),
  leave: (session) => session.leave(),
  offer: (session, { type, ...which }) => act(session, "offer", which),
  accept: (session) => act(session, "accept"),
  decline: (session) => act(session, "decline"),
  remove_guest: (session) => act(session, "remove_guest"),
};

/** A session, and the server's side of it as a transcript has it. */
class Runner {
  clock = handClock();
  Socket = fakeSocket();
  /** What each placeholder stands for. */
  bound = new Map();
  /** Frames of the client on the present connection that no step has named. */
  unnamed = [];
  socket = null;
  connections = 0;
  answer = null;

  constructor() {
    const storage = createStorage({ local: () => fakeLocal() });
    this.session = createSession({
      url: "wss://oxo.example/ws", storage, now: this.clock.now, socket: this.Socket, timers: this.clock.timers,
      page: fakePage(), chance: () => 0.5,
    });
    this.session.on("refused", ({ why }) => { this.answer = why.code; });
  }

  async step(step) {
    if ("connect" in step) return this.connect(step);
    if ("send" in step) return this.sent(step.send);
    this.quiet();
    if ("user" in step) this.user(step.user);
    else if ("receive" in step) this.socket.say(this.filled(step.receive));
    else if ("time" in step) this.clock.pass(step.time);
    else if (step.cut) this.socket.cut();
    else if (step.closed) assert(this.socket.closed, "the client has not closed the connection");
    else if ("state" in step) assert.deepEqual(this.state(step.state), step.state);
    else assert.fail("a step that is not described");
    // Answers are promises.
    await new Promise(setImmediate);
  }

  /** Nothing was sent and no connection made that the transcript has not named. */
  quiet() {
    this.taken();
    assert.deepEqual(this.unnamed, []);
    const { phase } = this.session.state.link;
    if (phase === "open" || phase === "superseded") assert.equal(this.Socket.made.length, this.connections);
  }

  /** Takes over what the client has sent. */
  taken() {
    this.unnamed.push(...(this.socket?.sent.splice(0) ?? []).filter(({ type }) => type !== "ping"));
  }

  connect({ connect, welcome }) {
    this.quiet();
    for (let waited = 0; this.Socket.made.length === this.connections && waited <= CONNECT_MS; waited += STEP_MS) this.clock.pass(STEP_MS);
    this.connections = this.Socket.made.length;
    this.socket = this.Socket.last;
    const address = new URL("ws", connect);
    address.protocol = "wss:";
    assert.equal(this.socket.url, address.href);
    assert(!this.socket.closed);
    this.socket.onopen();
    const hello = this.socket.sent.shift();
    assert.equal(hello.type, "hello");
    assert(hello.versions.includes(1));
    this.socket.say({ type: "reply", id: hello.id, ok: { ...WELCOME, at_ms: 1795229000000, ...welcome } });
  }

  user(request) {
    ASKS[request.type](this.session, request).then((outcome) => {
      if ("ok" in outcome) this.answer = outcome.ok.type;
    });
  }

  sent(expected) {
    this.taken();
    const sent = this.unnamed.shift();
    assert(sent, `${expected.type} was not sent`);
    for (const [name, value] of Object.entries(expected)) {
      if (typeof value === "string" && value.startsWith("$") && !this.bound.has(value)) this.bound.set(value, sent[name]);
      if (value === 0) sent[name] ??= 0;
    }
    assert.deepEqual(sent, this.filled(expected));
  }

  /** A value with what its placeholders stand for. */
  filled(value) {
    if (typeof value === "string" && value.startsWith("$")) {
      assert(this.bound.has(value), `nothing is bound to ${value}`);
      return this.bound.get(value);
    }
    if (Array.isArray(value)) return value.map((one) => this.filled(one));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.filled(one)]));
  }

  /** Of the session's state the fields that are asked for. */
  state(asked) {
    const { link, place, queue, view, now, pending, saving } = this.session.state;
    const all = {
      link: link.phase,
      room: place?.room ?? null,
      seat: place?.kind === "seat" ? place.seat : null,
      seq: view?.seq ?? 0,
      cells: view?.game?.moves.map(({ cell }) => cell),
      spectators: now?.spectators,
      pending: pending?.type ?? null,
      answer: this.answer,
      queued: queue !== null,
      saving,
    };
    return Object.fromEntries(Object.keys(asked).map((name) => [name, all[name]]));
  }
}

for (const [name, steps] of CONNECTIONS) {
  test(`the session does as in ${name}`, async () => {
    const runner = new Runner();
    for (const [n, step] of steps.entries()) {
      try {
        await runner.step(step);
      } catch (error) {
        error.message = `line ${n + 1}, ${JSON.stringify(step)}: ${error.message}`;
        throw error;
      }
    }
    runner.quiet();
    runner.session.close();
  });
}
