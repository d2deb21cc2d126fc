/**
 * The server's clock, and how times are written. This machine's wall clock is not used: it may be wrong.
 *
 * @import { Seat } from "oxo"
 * @import { FullGame } from "./view.js"
 */

/** @typedef {ReturnType<typeof createServerClock>} ServerClock */

/** The server's clock by the frames that come from it. @param {() => number} now  monotonic, in milliseconds */
export function createServerClock(now) {
  let offset = -now();
  /** Where it stands still. @type {number | null} */
  let stopped = null;
  return {
    /** In Unix milliseconds; from 0 before the first frame. */
    serverNow: () => Math.floor(stopped ?? now() + offset),
    /** The server does not run, so nor does its time, until it is set again. */
    stop() {
      stopped ??= now() + offset;
    },
    /** The first time of a new connection replaces what was known. @param {number} atMs */
    set(atMs) {
      offset = atMs - now();
      stopped = null;
    },
    /** A frame can only be late, so the least late one is nearest to the truth. @param {number} atMs */
    heard(atMs) {
      if (Number.isFinite(atMs)) offset = Math.max(offset, atMs - now());
    },
  };
}

/** Whole seconds, rounded up: "0 s left" is never said while time is left. @param {number} ms */
export function seconds(ms) {
  return Math.max(0, Math.ceil(ms / 1000));
}

/** A time as a clock shows it: hours where there are any, so that none reads "179:00". @param {number} ms */
export function clockText(ms) {
  const s = seconds(ms);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes}:${two(s % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/**
 * How long, in milliseconds, a time that runs down is still shown as it is now; 0 when it
 * does not change any more.
 * @param {number} ms  what is left
 */
export function untilNextSecond(ms) {
  return ms > 0 ? ms - (seconds(ms) - 1) * 1000 : 0;
}

/**
 * What is left on a side's clock, in milliseconds; nothing in a game without clocks.
 * @param {FullGame} game
 * @param {Seat} seat
 * @param {number} serverNow
 * @returns {number | null}
 */
export function clockLeft(game, seat, serverNow) {
  if (!game.clocks) return null;
  const spent = clockRuns(game, seat) && game.turn ? serverNow - game.turn.since_ms : 0;
  return Math.max(0, game.clocks[seat] - Math.max(0, spent));
}

/** From here on a move has days, the first too. */
export const DAY_MS = 86_400_000;

/**
 * Whether a side's clock is running down: in the first two plies none does, unless it counts days.
 * @param {FullGame} game
 * @param {Seat} seat
 */
export function clockRuns(game, seat) {
  return game.clocks != null && game.turn?.seat === seat && (game.turn.limit === "clock" || game.clocks[seat] >= DAY_MS);
}
