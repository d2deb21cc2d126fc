/**
 * Questions about a room that many faces ask: whose turn, who is away, what
 * may be asked for.
 */
import { clockFace, clockLeft, clockRuns, seconds, untilNextFace } from "../net/clock.js";
import { options } from "../net/options.js";
import { other, running } from "../net/view.js";

export { markOf, running } from "../net/view.js";

/** @import { Seat, Welcome } from "oxo" */
/** @import { App } from "./app.js" */
/** @import { Available } from "../net/options.js" */
/** @import { FullGame, FullView } from "../net/view.js" */

/** From here on a running clock shows tenths of a second. */
const TENTHS_MS = 9_900;
/** A limit that is no clock is shown when it comes so near. */
const NEAR_MS = 60_000;

/** @param {FullView} view @param {Seat | null} me */
export function myTurn(view, me) {
  return me !== null && running(view)?.turn?.seat === me;
}

/**
 * Whether one waits for somebody to sit down: for the first time, or after a
 * guest was shown the door.
 * @param {FullView} view
 * @param {Seat | null} me
 */
export function waitsForFriend(view, me) {
  const played = view.game !== null && view.game.over?.reason !== "called_off";
  return me !== null && !played && !view.ended && view.seats[other(me)] === null;
}

/**
 * Who is away and from when on their game may be claimed, if one waits for them.
 * @param {FullView} view
 * @param {Seat | null} me
 */
export function absent(view, me) {
  if (me === null || !running(view)) return null;
  const lost = view.seats[other(me)]?.lost;
  return lost ? { seat: other(me), deadline_ms: lost.deadline_ms } : null;
}

/**
 * What one may do now or later, if one may.
 * @param {App} app
 * @param {Available["type"]} type
 * @param {string} [which]  the kind of an offer, or the result of a claim
 */
export function option({ state: { view }, me, serverNow }, type, which) {
  const all = view && me ? options(view, me, serverNow()) : [];
  return all.find((one) => one.type === type && (!which || ("kind" in one && one.kind === which) || ("result" in one && one.result === which)));
}

/** The same, if one may do it at once. @param {App} app @param {Available["type"]} type @param {string} [which] */
export function ready(app, type, which) {
  const found = option(app, type, which);
  return found?.from_ms === undefined ? found : undefined;
}

/** Whether the server has computers to play against; until it has said otherwise. @param {{ welcome: Welcome | null }} state */
export function hasComputers({ welcome }) {
  return welcome === null || welcome.features.includes("computer");
}

/** The computer in a seat, if one sits there. @param {FullView} view @param {Seat} seat */
export function computerIn(view, seat) {
  return view.seats[seat]?.player.computer ?? null;
}

/** The computer that one plays against. @param {FullView} view @param {Seat | null} me */
export function opposite(view, me) {
  return me && computerIn(view, other(me));
}

/** Whether two computers play each other. @param {FullView} view */
export function isExhibition(view) {
  return computerIn(view, "host") !== null && computerIn(view, "guest") !== null;
}

/** The offer that waits for one's own answer. @param {FullView} view @param {Seat | null} me */
export function asked(view, me) {
  return view.offer && me !== null && view.offer.by !== me ? view.offer : null;
}

/**
 * A time that is left: how it is shown, and in how many milliseconds that changes.
 * @typedef {{ face: string, changes: number | null, running: boolean, short: boolean }} Time
 */

/**
 * A player's clock; nothing in a game without clocks.
 * @param {FullGame} game
 * @param {Seat} seat
 * @param {number} now
 * @returns {Time | null}
 */
export function clock(game, seat, now) {
  const left = clockLeft(game, seat, now);
  if (left === null) return null;
  const runs = !game.over && clockRuns(game, seat);
  const tenths = runs && left <= TENTHS_MS;
  const step = left <= TENTHS_MS + 100 ? 100 : 1_000;
  return {
    face: tenths ? tenthsFace(left) : clockFace(left),
    changes: runs && left > 0 ? (left - 1) % step + 1 : null,
    running: runs,
    short: runs && left <= 10_000,
  };
}

/** @param {number} ms */
function tenthsFace(ms) {
  const tenths = Math.ceil(ms / 100);
  return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/**
 * What is left for a move that no clock bounds, in whole seconds: always for a
 * first move, else when it comes near. `changes` also tells when it comes near.
 * @param {FullGame} game
 * @param {number} now
 * @returns {{ seconds: number | null, changes: number | null }}
 */
export function moveDue(game, now) {
  const { turn } = game;
  if (!turn || turn.limit === "clock") return { seconds: null, changes: null };
  const left = Math.max(turn.due_ms - now, 0);
  if (turn.limit === "idle" && left > NEAR_MS) return { seconds: null, changes: left - NEAR_MS };
  return countdown(turn.due_ms, now);
}

/**
 * Whole seconds until an instant, and when that number changes.
 * @param {number} deadline
 * @param {number} now
 */
export function countdown(deadline, now) {
  const left = Math.max(deadline - now, 0);
  return { seconds: seconds(left), changes: left > 0 ? untilNextFace(left) : null };
}

/** Whole seconds until an instant of the server; they are drawn again when they change. @param {App} app @param {number} deadline */
export function secondsTo(app, deadline) {
  const left = countdown(deadline, app.serverNow());
  app.again(left.changes);
  return left.seconds;
}
