/** Values derived from a room for several screens: turns, absences, options, clocks. */
import { clockFace } from "../i18n/names.js";
import { clockLeft, clockRuns, DAY_MS, seconds, untilNextSecond } from "../net/clock.js";
import { options } from "../net/options.js";
import { moverOf, other, running } from "../net/view.js";

export { countsDays, markOf, running } from "../net/view.js";

/** @import { LinkNow, Seat, Welcome } from "oxo" */
/** @import { Say } from "../i18n/locale.js" */
/** @import { App } from "./app.js" */
/** @import { Available } from "../net/options.js" */
/** @import { FullGame, FullView } from "../net/view.js" */

/** From here on a running clock shows tenths of a second. */
const TENTHS_MS = 9_900;
/** A limit that nobody chose is shown when it comes so near. */
const NEAR_MS = 15_000;
/** From here on a round trip is felt. */
const SLOW_MS = 400;

/** @param {FullView} view @param {Seat | null} me */
export function myTurn(view, me) {
  return me !== null && running(view)?.turn?.seat === me;
}

/** Whether the server can be asked for something: else nothing is known of anybody's connection, either. @param {App} app */
export function isLinked({ state: { link } }) {
  return link.phase === "open";
}

/**
 * Whether the host waits for somebody to sit down: at first, or after a guest was removed.
 * @param {FullView} view
 * @param {Seat | null} me
 */
export function waitsForFriend(view, me) {
  const played = view.game !== null && view.game.over?.reason !== "called_off";
  return me !== null && !played && !view.ended && view.seats[other(me)] === null;
}

/**
 * The opponent who is away, and how.
 * @param {FullView} view
 * @param {Seat | null} me
 */
export function absent(view, me) {
  if (me === null || !running(view)) return null;
  const lost = view.seats[other(me)]?.lost;
  return lost ? { seat: other(me), lost } : null;
}

/**
 * A command that is available now or later.
 * @param {App} app
 * @param {Available["type"]} type
 * @param {string} [which]  the kind of an offer, or the result of a claim
 */
export function option({ state: { view }, me, serverNow }, type, which) {
  const all = view && me ? options(view, me, serverNow()) : [];
  const detail = (/** @type {Available} */ one) => "kind" in one ? one.kind : "result" in one ? one.result : "choice" in one ? one.choice : undefined;
  return all.find((one) => one.type === type && (!which || detail(one) === which));
}

/** The same, if it is available now. @param {App} app @param {Available["type"]} type @param {string} [which] */
export function ready(app, type, which) {
  const found = option(app, type, which);
  return found?.from_ms === undefined ? found : undefined;
}

/** Whether the server has computers to play against, as is assumed before it says welcome. @param {{ welcome: Welcome | null }} state */
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

/** How a player's connection is, as far as one would say it. @param {LinkNow} link @returns {"linked" | "slow" | "shaky" | "away"} */
export function linkWord({ state, rtt_ms }) {
  return state === "linked" && (rtt_ms ?? 0) >= SLOW_MS ? "slow" : state;
}

/** The last move of a seat in the present game. @param {FullView} view @param {Seat} seat */
export function lastMove(view, seat) {
  const { game } = view;
  return game?.moves.findLast((_, ply) => moverOf(view, game, ply) === seat) ?? null;
}

/** The offer that waits for one's own answer. @param {FullView} view @param {Seat | null} me */
export function asked(view, me) {
  return view.offer && me !== null && view.offer.by !== me ? view.offer : null;
}

/**
 * A time left as text, and in how many milliseconds that changes.
 * @typedef {{ text: string, changes: number | null, running: boolean, short: boolean }} Time
 */

/**
 * A player's clock; null in a game without clocks.
 * @param {Say} t
 * @param {FullGame} game
 * @param {Seat} seat
 * @param {number} now
 * @returns {Time | null}
 */
export function clock(t, game, seat, now) {
  const left = clockLeft(game, seat, now);
  if (left === null) return null;
  const runs = !game.over && clockRuns(game, seat);
  const tenths = runs && left <= TENTHS_MS;
  // Above a day it shows days and hours.
  const step = left > DAY_MS ? 3_600_000 : left <= TENTHS_MS + 100 ? 100 : 1_000;
  return {
    text: tenths ? tenthsText(left) : clockFace(t, left),
    changes: runs && left > 0 ? (left - 1) % step + 1 : null,
    running: runs,
    short: runs && left <= 10_000,
  };
}

/** @param {number} ms */
function tenthsText(ms) {
  const tenths = Math.ceil(ms / 100);
  return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/**
 * Whole seconds left for a move without a clock, when the limit comes near.
 * @param {FullGame} game
 * @param {number} now
 * @returns {{ seconds: number | null, changes: number | null }}
 */
export function moveDue(game, now) {
  const { turn } = game;
  if (!turn || turn.limit === "clock") return { seconds: null, changes: null };
  const left = Math.max(turn.due_ms - now, 0);
  if (left > NEAR_MS) return { seconds: null, changes: left - NEAR_MS };
  return countdown(turn.due_ms, now);
}

/**
 * Whole seconds until an instant, and when that number changes.
 * @param {number} deadline
 * @param {number} now
 */
export function countdown(deadline, now) {
  const left = Math.max(deadline - now, 0);
  return { seconds: seconds(left), changes: left > 0 ? untilNextSecond(left) : null };
}

/** Whole seconds until an instant of the server; they are drawn again when they change. @param {App} app @param {number} deadline */
export function secondsTo(app, deadline) {
  const left = countdown(deadline, app.serverNow());
  app.redrawWithin(left.changes);
  return left.seconds;
}
