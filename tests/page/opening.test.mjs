// A tap on the first screen's board: a room against the computer and its first move, with or without a connection.
import assert from "node:assert/strict";
import test from "node:test";

import { fold } from "../../server/web/net/fold.js";
import { mySeat } from "../../server/web/net/state.js";
import { DEFAULT } from "../../server/web/ui/choices.js";
import { followOpening, open } from "../../server/web/ui/opening.js";
import { begin, frameOf, MOVED, ROOM, snapshotOf, URL_OF } from "./scene.mjs";

const EVENTS = [
  { type: "created", settings: { first: "host" }, host: { name: "Ana" }, closes_ms: 1 },
  { type: "joined", seat: "guest", player: { computer: { level: 1 } } },
  { type: "started", game: 1, x: "host", turn: { seat: "host", due_ms: 60_000, limit: "first_move" } },
];

/** What the page does with a session's changes, as far as an opening needs it. */
function appOf(scene, choices = {}) {
  const app = {
    ui: { name: "", choices: { ...DEFAULT, ...choices }, typed: {}, opening: null, asking: false, cursor: 0 },
    session: scene.session,
    get state() {
      const { state } = scene.session;
      return { ...state, welcome: state.welcome && { ...state.welcome, features: ["computer"] } };
    },
    get me() { return mySeat(scene.session.state); },
    serverNow: () => 0,
    t: Object.assign((key) => key, { has: () => true }),
    set: (part) => Object.assign(app.ui, part),
  };
  scene.session.subscribe((state) => followOpening(app, state));
  return app;
}

/** The server opens the room and begins the game. */
function answer(scene) {
  scene.socket.ok("create_room", { type: "created", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) });
  scene.socket.say(snapshotOf(EVENTS));
}

const rest = () => new Promise((done) => setImmediate(done));

test("a tap creates a room and plays its first move", async () => {
  const scene = begin();
  const app = appOf(scene);
  const opened = open(app, 4);
  assert.equal(app.ui.opening, 4, "it is pending at once");
  await rest();
  const { settings, computer } = scene.socket.request("create_room");
  assert.deepEqual([settings.first, computer], ["host", { level: 1 }], "who taps begins");
  answer(scene);
  await opened;
  const move = scene.socket.request("move");
  assert.deepEqual([move.room, move.game, move.ply, move.cell, move.n], [ROOM, 1, 0, 4, 1]);
  assert.equal(app.ui.opening, null);
  assert.equal(scene.session.state.pending.cell, 4, "no optimism: it is pending still");
});

test("without a connection a tap waits for one, through every attempt", async () => {
  const scene = begin({ greet: false });
  const app = appOf(scene);
  const opened = open(app, 2);
  await rest();
  scene.socket.cut();
  scene.clock.pass(10_000);
  assert.equal(app.ui.opening, 2);
  scene.greet();
  await rest();
  assert.equal(scene.socket.count("create_room"), 1);
  answer(scene);
  await opened;
  assert.equal(scene.socket.request("move").cell, 2);
});

test("a second tap changes nothing, and a refusal frees the board", async () => {
  const scene = begin();
  const app = appOf(scene);
  const opened = open(app, 2);
  await open(app, 3);
  await rest();
  assert.equal(scene.socket.count("create_room"), 1);
  assert.equal(app.ui.opening, 2);
  scene.socket.refuse("create_room", { code: "rooms_too_fast", params: { retry_in_ms: 1_000 } });
  await opened;
  assert.deepEqual([app.ui.opening, app.ui.problem], [null, "refusal.rooms_too_fast"]);
});

test("a tap between the room's creation and its game changes nothing", async () => {
  const scene = begin();
  const app = appOf(scene);
  const opened = open(app, 2);
  await rest();
  scene.socket.ok("create_room", { type: "created", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) });
  await opened;
  await open(app, 3);
  assert.deepEqual([app.ui.asking, app.ui.opening, scene.socket.count("create_room")], [false, 2, 1]);
});

test("a tap is refused while a typed number is invalid", async () => {
  const scene = begin();
  globalThis.requestAnimationFrame ??= () => 0;
  const app = appOf(scene, { board: "custom" });
  app.ui.typed = { width: "25" };
  await open(app, 2);
  assert.deepEqual([app.ui.opening, app.ui.problem, scene.socket.count("create_room")], [null, "page.choice.check", 0]);
});

test("the tapped cell is not played in a game in which somebody has moved", async () => {
  const scene = begin();
  const app = appOf(scene);
  app.set({ opening: 5 });
  const view = [...EVENTS, MOVED(0, 4)].reduce((before, event, n) => fold(before, frameOf(n + 1, event)), snapshotOf([]).view);
  followOpening(app, { view });
  assert.equal(app.ui.opening, null, "somebody has moved there already");
  assert.equal(scene.socket.count("move"), 0);
});
