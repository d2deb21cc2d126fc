/**
 * A session of the page, and a room to play in, for the tests of lost and new links.
 */

import { EMPTY, fold } from "../../server/web/net/fold.js";
import { options } from "../../server/web/net/options.js";
import { createSession } from "../../server/web/net/session.js";
import { mySeat } from "../../server/web/net/state.js";
import { createStorage } from "../../server/web/storage/storage.js";
import { fakeLocal, fakePage, fakeSocket, handClock } from "./support.mjs";

export const ROOM = "K7QX-4MTR";
export const URL_OF = (code) => `http://192.168.1.20:1952/r/${code}`;
export const WELCOME = { type: "welcome", version: 1, features: [], server: { name: "oxo-server", version: "1" }, limits: {}, at_ms: 500_000, addresses: [], promise: { acknowledged: "disk", games_kept_ms: 0, addresses_logged: false } };
export const NOW = { links: { host: { state: "linked" }, guest: { state: "linked" } }, spectators: 0, reaction: null };
const TURN = (seat) => ({ seat, due_ms: 60_000, limit: "first_move" });

/** The events of a room in which two have sat down and a game has begun. */
export const EVENTS = [
  { type: "created", settings: {}, host: { name: "Ana" }, closes_ms: 1 },
  { type: "joined", seat: "guest", player: { name: "Bia" } },
  { type: "started", game: 1, x: "host", turn: TURN("host") },
];
export const MOVED = (ply, cell, over) => ({
  type: "moved", game: 1, ply, cell, ...(over ? { over } : { turn: TURN(ply % 2 ? "host" : "guest") }),
});
export const frameOf = (seq, event, room = ROOM) => ({ ...event, room, seq, at_ms: 500_000 + seq });
const viewAfter = (events) => events.reduce((view, event, i) => fold(view, frameOf(i + 1, event)), EMPTY);
export const snapshotOf = (events, room = ROOM) => ({ type: "room", room, seq: events.length, at_ms: 500_000, view: viewAfter(events), now: NOW });

/** A session on a link that was greeted, unless `greet` is false. */
export function begin({ local = fakeLocal(), name = "Ana", greet = true, ...more } = {}) {
  const clock = handClock();
  const page = fakePage();
  const Socket = fakeSocket();
  const storage = createStorage({ local: () => local, wall: () => 7 });
  if (name) storage.setName(name);
  const session = createSession({ url: "ws://h/ws", storage, now: clock.now, socket: Socket, timers: clock.timers, page, chance: () => 0.5, isReachable: async () => false, ...more });
  const emitted = [];
  for (const what of ["event", "refused", "complaint", "gone", "matched", "unqueued", "returned", "reaction"]) {
    session.on(what, (happening) => emitted.push({ what, ...happening }));
  }
  const scene = {
    session, storage, clock, page, Socket, emitted,
    get socket() {
      return Socket.last;
    },
    /** The present link is accepted and greeted. */
    greet() {
      Socket.last.onopen();
      Socket.last.ok("hello", WELCOME);
    },
    /** The link breaks, and the next one is greeted. */
    relink() {
      Socket.last.cut();
      clock.pass(10_000);
      scene.greet();
    },
    phase: () => session.state.link.phase,
  };
  if (greet) scene.greet();
  return scene;
}

/** A session that sits as host in a running game. */
export function seated(options) {
  const scene = begin(options);
  scene.answer = scene.session.create({ settings: { first: "host" } });
  scene.socket.ok("create_room", { type: "created", room: ROOM, seat: "host", n: 0, url: URL_OF(ROOM) });
  scene.socket.say(snapshotOf(EVENTS));
  scene.secret = scene.socket.request("create_room").secret;
  return scene;
}

export const resumed = (n, last, room = ROOM) => ({ type: "resumed", room, seat: "host", n, url: URL_OF(room), ...(last ? { last } : {}) });


/** Sends what the seat may do; or, where a test wants a command that is not to be had, the same about the game in view. */
export function act(session, type, which = {}) {
  const { state } = session;
  const alike = (option) => option.type === type && Object.entries(which).every(([name, value]) => option[name] === value);
  const found = state.view && mySeat(state) && options(state.view, mySeat(state), Infinity).find(alike);
  return session.act(found || { type, game: state.view?.game?.number, ...which });
}
