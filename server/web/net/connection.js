/**
 * The WebSocket connection: hello, reconnection, heartbeat, and the reason when there is none.
 *
 * @import { Bye, Frame, Refusal, Refused, Welcome } from "oxo"
 * @import { LinkState, Loss, Phase } from "./state.js"
 * @import { Page } from "./page.js"
 * @import { Pace, Timers, Watchdog } from "./watchdog.js"
 */

import { wait } from "./backoff.js";
import { VERSIONS } from "./version.js";
import { createWatchdog } from "./watchdog.js";

/** From the first packet to `welcome`, in milliseconds. */
const CONNECT_MS = 10_000;
/** Age in milliseconds at which a connection resets the backoff. */
const GOOD_MS = 5_000;
/** Failed attempts in a row, while the server answers other requests, before something between is blamed. */
const BLOCKED_AFTER = 2;
/** An attempt that fails within this time, in milliseconds, was turned away: nobody listens there. */
const TURNED_AWAY_MS = 2_000;

/** @typedef {{ type: string, [field: string]: unknown }} Body  a request without its number */

/**
 * @typedef {object} Needs
 * @property {string} url  of the WebSocket, at first
 * @property {() => string} name  the player's, for the greeting
 * @property {() => number} now
 * @property {Timers} timers
 * @property {typeof WebSocket} socket
 * @property {() => number} chance
 * @property {Page} page
 * @property {() => Promise<boolean>} isReachable  whether the server answers other requests
 * @property {() => Pace} pace  what a dead connection would be missed for, while the page is seen
 * @property {LinkState} link  how it stands at first
 * @property {(link: LinkState) => void} changed
 * @property {(welcome: Welcome) => void} up
 * @property {(frame: Frame) => void} frame
 * @property {() => void} down  the open connection is gone
 * @property {(address: string) => void} elsewhere  the server names another address, at which no script of this page may connect
 */

/** @typedef {ReturnType<typeof createConnection>} Connection */

/** @param {Needs} needs */
export function createConnection(needs) {
  const { now, timers, page } = needs;
  let link = needs.link;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {Watchdog | null} */
  let watchdog = null;
  /** @type {Bye | null} */
  let bye = null;
  let since = 0;
  let timer = 0;
  let lastId = 0;
  /** Whether this machine has been without a network since the connection was lost. */
  let offline = false;
  /** Attempts that failed in a row while the server answered other requests. */
  let fruitless = 0;
  let nameless = false;
  let hinted = false;
  let { url } = needs;
  /** The address that the server named last. */
  let named = url;

  /** @param {Partial<LinkState>} change */
  function set(change) {
    link = { ...link, ...change };
    needs.changed(link);
  }

  /** Gives the request its number; only while connected. @param {Body} body */
  function send(body) {
    lastId += 1;
    // After its goodbye the server hears nothing more, and the socket is about to close.
    if (!bye) socket?.send(JSON.stringify({ ...body, id: lastId }));
    return lastId;
  }

  /** An attempt at once; only while there is no socket. */
  function start() {
    timers.clear(timer);
    bye = null;
    nameless = false;
    const begun = now();
    set({ phase: "connecting", retryAt: null, why: null });
    try {
      socket = new needs.socket(url, ["oxo.v1"]);
    } catch {
      return lost(null, "silent");
    }
    socket.onopen = greet;
    socket.onmessage = ({ data }) => heard(data);
    socket.onclose = () => lost(null, watchdog ? "cut" : refusal(now() - begun));
    timer = timers.set(() => lost(null, "silent"), CONNECT_MS);
  }

  /**
   * Why an attempt failed. That the server is down is only said where the last connection was closed from its side and
   * the next attempt is turned away at once, on a machine that had a network all the time.
   * @param {number} ms  after so long
   * @returns {Loss}
   */
  function refusal(ms) {
    return link.loss === "cut" && ms < TURNED_AWAY_MS && !offline && page.online() ? "down" : "silent";
  }

  function greet() {
    const name = nameless ? "" : needs.name();
    send({ type: "hello", versions: VERSIONS, client: "oxo-page", ...(name ? { name } : {}) });
  }

  /** @param {unknown} data */
  function heard(data) {
    const frame = parse(data);
    watchdog?.heard();
    if (!frame) return;
    if (frame.type === "bye") saidGoodbye(frame);
    else if (!watchdog) greeted(frame);
    else {
      needs.frame(frame);
      // The frame may have begun a game.
      watchdog?.arm();
    }
  }

  /** @param {Bye} frame */
  function saidGoodbye(frame) {
    bye = frame;
    if (!frame.address) return;
    const there = socketAt(frame.address, needs.url);
    if (there) url = named = there;
    else needs.elsewhere(frame.address);
  }

  /** A frame before `welcome`. @param {Frame} frame */
  function greeted(frame) {
    if (frame.type !== "reply") return;
    if ("error" in frame) return unwelcome(frame.error);
    if (frame.ok?.type !== "welcome") return;
    const welcome = frame.ok;
    if (!VERSIONS.includes(welcome.version)) {
      return refuse({ code: "version_unsupported", params: { supported: [welcome.version] } });
    }
    timers.clear(timer);
    since = now();
    if (welcome.address) url = named = socketAt(welcome.address, needs.url) ?? url;
    fruitless = 0;
    set({ phase: "open", reason: null, loss: null });
    needs.up(welcome);
    if (!socket) return;
    offline = false;
    watchdog = createWatchdog({
      now,
      timers,
      pace: () => (page.hidden() ? "hidden" : needs.pace()),
      ping: () => send({ type: "ping" }),
      dead: () => lost(null, "silent"),
    });
    watchdog.ask();
  }

  /** @param {Refused} why */
  function unwelcome(why) {
    switch (why.code) {
      // A stored name may be refused by now: connect without it.
      case "bad_name":
        if (nameless) return refuse(why);
        nameless = true;
        return greet();
      case "too_fast":
      case "unavailable":
        return lost(why.params.retry_in_ms, "cut");
      case "shutting_down":
        return lost(null, "restarting");
      case "internal":
        return lost(null, "cut");
      default:
        return refuse(why);
    }
  }

  /** @param {Refusal} why */
  function refuse(why) {
    stop("refused");
    set({ why });
  }

  /** Closes the socket, whatever state it is in. */
  function discard() {
    timers.clear(timer);
    watchdog?.stop();
    const wasUp = watchdog !== null;
    watchdog = null;
    if (socket) {
      // On a dead connection `onclose` may take minutes.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      socket = null;
    }
    if (wasUp) needs.down();
    return wasUp;
  }

  /** @param {number | null} hintMs @param {Loss} how */
  function lost(hintMs, how) {
    const wasUp = discard();
    offline ||= !page.online();
    // No answer: alternate with the first address, in case the named one is wrong.
    if (!wasUp) url = url === needs.url ? named : needs.url;
    const attempts = wasUp && now() - since >= GOOD_MS ? 0 : link.attempt;
    if (bye && isFinal(bye)) return set({ phase: "refused", attempt: attempts, reason: bye.reason });
    const hint = hintMs ?? bye?.retry_in_ms ?? null;
    hinted = hint !== null;
    const ms = wait(attempts, hint, needs.chance());
    // What the server said of itself, or was found out about it, holds until it is back.
    const known = link.loss === "down" || link.loss === "restarting" ? link.loss : null;
    const loss = known ?? (bye ? saidLoss(bye) : how === "silent" ? silence() : how);
    set({ phase: "waiting", attempt: attempts + 1, retryAt: now() + ms, reason: bye?.reason ?? null, loss });
    timer = timers.set(start, ms);
    if (!wasUp && !bye && how === "silent" && page.online()) void findOut();
  }

  /** @returns {Loss} */
  function silence() {
    if (!page.online()) return "offline";
    return link.loss === "blocked" ? "blocked" : "silent";
  }

  /** Distinguishes a server that does not answer from something between that lets no WebSocket through. */
  async function findOut() {
    const { attempt } = link;
    const answers = await needs.isReachable();
    if (link.attempt !== attempt || link.phase === "open") return;
    fruitless = answers ? fruitless + 1 : 0;
    if (fruitless >= BLOCKED_AFTER) set({ loss: "blocked" });
    else if (link.loss === "blocked") set({ loss: "silent" });
  }

  /** No further attempt. @param {Phase} phase */
  function stop(phase) {
    discard();
    set({ phase, retryAt: null, loss: null });
  }

  return {
    send,
    /** Connects anew, not before the hint. @param {number | null} [hintMs] */
    drop: (hintMs = null) => lost(hintMs, "cut"),
    stop,
    start,
    /** This machine has lost its network. Another connection is tried all the same: the server may be on it. */
    networkLost() {
      offline = true;
      if (watchdog) lost(null, "silent");
    },
    /** The page is put away: with an open socket a browser does not keep it for the way back. */
    rest() {
      if (link.phase !== "open" && link.phase !== "connecting") return;
      discard();
      hinted = false;
      set({ phase: "waiting", retryAt: null });
    },
    /** The page may have slept. */
    wake() {
      if (watchdog) watchdog.ask();
      // A pause that the server asked for is kept, unless the timer slept through its end.
      else if (link.phase === "waiting" && !(hinted && now() < (link.retryAt ?? 0))) start();
    },
  };
}

/**
 * The WebSocket of another base address of the same service; null for another origin, to which the page's policy does
 * not let it connect and where the secrets of its seats are not stored.
 * @param {string} address
 * @param {string} socket  the present one
 * @returns {string | null}
 */
function socketAt(address, socket) {
  if (!URL.canParse(address)) return null;
  const there = new URL("ws", address.endsWith("/") ? address : `${address}/`);
  there.protocol = there.protocol === "https:" ? "wss:" : "ws:";
  return there.origin === new URL(socket).origin ? there.href : null;
}

/**
 * Whether the page must not reconnect by itself. After silence or a late hello it may: the machine or network slept.
 * @param {Bye} bye
 */
function isFinal({ reason, retry_in_ms }) {
  return retry_in_ms == null && reason !== "silent" && reason !== "hello_timeout";
}

/** What a goodbye says of the server. @param {Bye} bye @returns {Loss} */
function saidLoss({ reason }) {
  return reason === "restarting" ? "restarting" : reason === "disk_failed" ? "down" : "cut";
}

/**
 * Unreadable frames are ignored: they may be of a later version.
 * @param {unknown} data
 * @returns {Frame | null}
 */
function parse(data) {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
