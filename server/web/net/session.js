/**
 * A session with the server, which outlives its connections: its state, and every request the page can make.
 *
 * @import { CreateRoomRequest, ExhibitRequest, Phrase, PlayRequest, PushSubscription, QuickMatchRequest, Rules } from "oxo"
 * @import { Body } from "./connection.js"
 * @import { Page } from "./page.js"
 * @import { Option } from "./options.js"
 * @import { SessionEvents, Outcome, Phase, State } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { Timers } from "./watchdog.js"
 * @import { PageStorage } from "../storage/storage.js"
 */

import { createServerClock } from "./clock.js";
import { createConnection } from "./connection.js";
import { PAGE } from "./page.js";
import { drawSecret } from "./place.js";
import { isReachable as isReachableAt } from "./reachable.js";
import { createRequests } from "./requests.js";
import { createRoom } from "./room.js";
import { isOver, mySeat, START } from "./state.js";
import { createStore } from "./store.js";
import { countsDays, running } from "./view.js";

/** @typedef {ReturnType<typeof createSession>} Session */

/** A running game in which nothing has happened for so long is calm. In milliseconds. */
const CALM_MS = 15_000;

/** @type {Timers} */
const TIMERS = { set: (f, ms) => Number(setTimeout(f, ms)), clear: (id) => clearTimeout(id) };

/** The address of the WebSocket of this page's server. @param {string} base what stands before every path of the server */
export function socketOf(base) {
  const url = new URL(`${base}/ws`, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/**
 * Begins to connect at once.
 * @param {object} from
 * @param {string} from.url  of the WebSocket
 * @param {PageStorage} from.storage
 * @param {() => number} [from.now]  milliseconds that never go back
 * @param {typeof WebSocket} [from.socket]
 * @param {Timers} [from.timers]
 * @param {Page} [from.page]
 * @param {() => number} [from.chance]  from 0 to 1
 * @param {() => Promise<boolean>} [from.isReachable]  whether the server answers other requests than WebSockets
 * @param {(address: string) => void} [from.go]  leaves for the same page at another base address
 */
export function createSession({
  url,
  storage,
  now = () => performance.now(),
  socket = WebSocket,
  timers = TIMERS,
  page = PAGE,
  chance = Math.random,
  isReachable = () => isReachableAt(url),
  go = () => {},
}) {
  /** @type {Store<State, SessionEvents>} */
  const store = createStore(START);
  const clock = createServerClock(now);
  // Every entry point is a batch that ends by updating `pending`.
  /**
   * @template T
   * @param {() => T} f
   */
  const batch = (f) => store.batch(() => {
    const answer = f();
    const pending = requests.pending();
    if (pending !== store.state().pending) store.set({ pending });
    return answer;
  });
  const connection = createConnection({
    url,
    name: storage.name,
    now,
    timers: { ...timers, set: (f, ms) => timers.set(() => batch(f), ms) },
    socket,
    chance,
    page,
    isReachable,
    pace: () => {
      const { view } = store.state();
      if (mySeat(store.state()) === null || view === null || running(view) === null) return "seen";
      return clock.serverNow() - view.at_ms >= CALM_MS ? "calm" : "game";
    },
    link: START.link,
    changed: (link) => batch(() => {
      // A server that does not run counts no time, but days pass all the same.
      const passes = countsDays(store.state().view);
      if (!passes && (link.loss === "down" || link.loss === "restarting")) clock.stop();
      store.set({ link });
    }),
    up: (welcome) => batch(() => room.up(welcome)),
    frame: (frame) => batch(() => room.frame(frame)),
    down: () => batch(() => room.down()),
    // The secret of a seat cannot be moved to another origin: with a seat the page waits here.
    elsewhere: (address) => {
      const { queue } = store.state();
      if (!queue && (mySeat(store.state()) === null || isOver(store.state()))) go(address);
    },
  });
  const requests = createRequests(connection.send);
  const room = createRoom({ url, store, clock, storage, connection, requests });
  const endings = [
    page.onWake(() => batch(connection.wake)), page.onLeave(() => batch(connection.rest)), page.onOffline(() => batch(connection.networkLost)),
  ];

  const isOpen = () => store.state().link.phase === "open";
  /** @param {Body} body */
  const ask = (body) => batch(() => requests.ask(body));
  /**
   * What the seat does in its room.
   * @param {Option | { type: "move", game: number, ply: number, cell: number }} option
   * @returns {Promise<Outcome>}
   */
  async function command(option) {
    const { place } = store.state();
    return place ? ask({ ...option, room: place.room }) : { lost: true };
  }

  /** @returns {Promise<Outcome>} */
  async function cancel() {
    if (isOpen()) return ask({ type: "cancel" });
    batch(room.unqueue);
    return { ok: { type: "cancelled" } };
  }

  /** @param {...Phase} phases */
  const startFrom = (...phases) => batch(() => {
    if (phases.includes(store.state().link.phase)) connection.start();
  });

  batch(connection.start);

  return {
    /** Replaced with each change. */
    get state() {
      return store.state();
    },
    clock,
    subscribe: store.subscribe,
    on: store.on,
    create: (/** @type {Omit<CreateRoomRequest, "id" | "type" | "secret">} */ choices) =>
      ask({ ...choices, type: "create_room", secret: room.newSecret(null) }),
    join: (/** @type {string} */ code) => ask({ type: "join_room", room: code, secret: room.newSecret(code) }),
    watch: (/** @type {string} */ code) => ask({ type: "watch_room", room: code }),
    /** @returns {Promise<Outcome>} */
    async unwatch() {
      if (isOpen() && !isOver(store.state())) return ask({ type: "unwatch" });
      batch(room.forget);
      return { ok: { type: "unwatched" } };
    },
    /** With the secret kept for that room; `lost` if there is none. @param {string} code @returns {Promise<Outcome>} */
    async resume(code) {
      const secret = storage.seatIn(code)?.secret;
      return secret ? ask({ type: "resume", room: code, secret }) : { lost: true };
    },
    /** @param {Omit<QuickMatchRequest, "id" | "type" | "secret" | "key">} game */
    async quick(game) {
      if (store.state().queue) await cancel();
      return ask({ ...game, type: "quick_match", secret: room.newSecret(null), key: room.key });
    },
    /** Plays somebody who waits. @param {string} ticket @param {Pick<PlayRequest, "boards" | "clocks">} games */
    async play(ticket, games) {
      if (store.state().queue) await cancel();
      return ask({ ...games, type: "play", ticket, secret: room.newSecret(null), key: room.key });
    },
    cancel,
    /** Opens a room of two computers and watches it. @param {Omit<ExhibitRequest, "id" | "type">} choices */
    exhibit: (choices) => ask({ ...choices, type: "exhibit" }),
    /** Looks into a room from outside while this page has no place of its own. @param {string | null} code */
    peek: (code) => batch(() => room.peek(code)),
    /** @param {number} cell @returns {Promise<Outcome>} */
    async move(cell) {
      const game = store.state().view?.game;
      return game ? command({ type: "move", game: game.number, ply: game.moves.length, cell }) : { lost: true };
    },
    act: command,
    /** @returns {Promise<Outcome>} */
    async leave() {
      const { view } = store.state();
      if (!view || !isOver(store.state())) return command({ type: "leave" });
      batch(room.forget);
      return { ok: { type: "left", seq: view.seq } };
    },
    hint: () => ask({ type: "hint" }),
    /** What each move of a game was worth. @param {Rules} rules @param {number[]} moves */
    review: (rules, moves) => ask({ type: "review", rules, moves }),
    /** The best moves after these. @param {Rules} rules @param {number[]} moves @param {number | null} positions how many may be searched */
    analyse: (rules, moves, positions) => ask({ type: "analyse", rules, moves, ...(positions ? { positions } : {}) }),
    react: (/** @type {Phrase} */ phrase) => ask({ type: "react", phrase }),
    /** Remembers the name, too. @param {string} name @returns {Promise<Outcome>} */
    async setName(name) {
      const before = storage.name();
      storage.setName(name);
      if (!isOpen()) return { ok: { type: "named", name } };
      const outcome = await ask({ type: "set_name", name });
      const refused = "error" in outcome && outcome.error.code === "bad_name";
      if (refused && storage.name() === name) storage.setName(before);
      return outcome;
    },
    /** Notifications of the seat's turns go there, too. @param {PushSubscription} subscription */
    subscribePush: (subscription) => ask({ type: "subscribe", subscription }),
    /** Lets another device take the seat by that token. @param {string} token */
    shareSeat: (token) => ask({ type: "share_seat", token }),
    /** Takes the seat that another device shares. @param {string} code @param {string} token */
    takeSeat: (code, token) => ask({ type: "take_seat", room: code, token, secret: room.newSecret(code) }),
    /** From now on this device only has the seat. */
    unshareSeat: () => ask({ type: "unshare_seat" }),
    /** Has a chat notified of the room's games. @param {string} url @param {string} language */
    setWebhook: (url, language) => ask({ type: "set_webhook", webhook: { url, key: drawSecret(24), language } }),
    removeWebhook: () => ask({ type: "remove_webhook" }),
    seats: (/** @type {string[]} */ secrets) => ask({ type: "seats", secrets }),
    rooms: (/** @type {string} */ cursor = "") => ask({ type: "rooms", ...(cursor ? { cursor } : {}) }),
    retryNow: () => startFrom("waiting", "refused"),
    /** After `superseded`: play here instead. */
    takeOver: () => {
      room.insist();
      startFrom("superseded");
    },
    close: () => batch(() => {
      endings.forEach((end) => end());
      connection.stop("closed");
      requests.end();
    }),
  };
}
