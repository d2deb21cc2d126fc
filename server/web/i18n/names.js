/**
 * Names as people read and type them: players, cells, rooms, boards and clocks; other people's text is neutralised.
 *
 * @import { ClockSetting, Player, QuickMatchRequest, Rules, Seat } from "oxo"
 * @import { FullSeated } from "../net/view.js"
 * @import { Say } from "./locale.js"
 */

import { clockText } from "../net/clock.js";
import { other } from "../net/view.js";

/** The most characters of a foreign text that are drawn. */
const LONGEST = 500;

/** An emoji of Unicode's list, joiners and all; or what is not drawn. Older browsers know no such lists. */
const DRAWN = expression("\\p{RGI_Emoji}|[\\p{C}\\u2028\\u2029]", "gv") ?? /[\p{C}\u2028\u2029]/gu;
const HIDDEN = /^[\p{C}\u2028\u2029]$/u;

/** @param {string} source @param {string} flags */
function expression(source, flags) {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

/**
 * The text with every control, format, private and unassigned character outside of emoji (bidirectional
 * overrides, zero-width characters) replaced by `?`, and cut to a length that cannot flood a page.
 * @param {string} text
 */
export function neutral(text) {
  const short = Array.from(text.slice(0, 2 * LONGEST)).slice(0, LONGEST).join("");
  return short.replace(DRAWN, (found) => HIDDEN.test(found) ? "?" : found);
}

/**
 * The name of a player. One without a name has a number only where two of them are to be told apart.
 * @param {Say} t
 * @param {Player | null | undefined} player
 * @param {Player | null} [beside]  the other player of a game between two others
 */
export function playerName(t, player, beside = null) {
  const name = nameOf(t, player, beside);
  return player?.bot ? t("who.bot", { name }) : name;
}

/** @param {Say} t @param {Player | null | undefined} player @param {Player | null} beside */
function nameOf(t, player, beside) {
  if (player?.name != null) return neutral(player.name);
  if (player?.guest != null && beside?.guest != null) return t("who.guest", { number: player.guest });
  if (player?.computer) return t("who.computer", { level: player.computer.level });
  return t(player ? "who.unnamed" : "who.nobody");
}

/** Whether somebody has a name of their own. @param {Player} player */
export function isNamed({ name, computer }) {
  return name != null || computer != null;
}

/**
 * The name of the player in a seat, for one of the two or for a spectator.
 * @param {{ t: Say, me: Seat | null }} reader
 * @param {{ seats: Record<Seat, FullSeated | null> }} view
 * @param {Seat} seat
 */
export function seatName({ t, me }, view, seat) {
  return playerName(t, view.seats[seat]?.player, me ? null : view.seats[other(seat)]?.player);
}

/** The name of a player in a finished game, for whoever had a seat there or for anybody else. @param {Say} t @param {Record<Seat, Player | null>} players @param {Seat} seat @param {Seat | null} [me] */
export function nameIn(t, players, seat, me = null) {
  return playerName(t, players[seat], me ? null : players[other(seat)]);
}

/**
 * The name of a cell, such as `b2`: columns are lettered from `a` at the left, rows numbered
 * from 1 at the bottom. Off the board, the bare number.
 * @param {Rules} rules
 * @param {number} cell
 */
export function cellName(rules, cell) {
  if (!(cell >= 0 && cell < rules.width * rules.height)) return String(cell);
  const row = Math.floor(cell / rules.width);
  return columnName(cell % rules.width) + (rules.height - row);
}

/** The letter of a column, counted from 0 at the left. @param {number} column */
export function columnName(column) {
  return String.fromCharCode("a".charCodeAt(0) + column);
}

/** Which digit stands for which cell of a 3×3 board, in the order of the cells. */
const DIGITS = { keypad: "789456123", phone: "123456789" };

/** @typedef {keyof typeof DIGITS} Layout */

/**
 * The digit that stands for a cell; nothing on a board other than 3×3 or off it.
 * @param {Rules} rules
 * @param {Layout} layout
 * @param {number} cell
 * @returns {string | null}
 */
export function digitOf(rules, layout, cell) {
  return takesDigits(rules) ? (DIGITS[layout][cell] ?? null) : null;
}

/**
 * The cell that a digit stands for.
 * @param {Rules} rules
 * @param {Layout} layout
 * @param {string} digit
 * @returns {number | null}
 */
export function cellOfDigit(rules, layout, digit) {
  const cell = digit.length === 1 ? DIGITS[layout].indexOf(digit) : -1;
  return takesDigits(rules) && cell >= 0 ? cell : null;
}

/** @param {Rules} rules */
function takesDigits(rules) {
  return rules.width === 3 && rules.height === 3;
}

/**
 * The room code in what a person typed or pasted, which may be a link; as it is always
 * written, `K7QX-4MTR`. Nothing if there is none.
 * @param {string} text
 * @returns {string | null}
 */
export function readCode(text) {
  const typed = text.trim();
  const link = /\/r\/([^/?#]*)(?:[?#].*)?$/.exec(typed);
  const symbols = (link?.[1] ?? typed).replace(/%20|[- ]/g, "").toUpperCase();
  if (!/^[2-9A-HJ-NP-Z]{8}$/.test(symbols)) return null;
  return `${symbols.slice(0, 4)}-${symbols.slice(4)}`;
}

/** A name in a list, marked if it is one's own. @param {Say} t @param {boolean} mine @param {string} name */
export function own(t, mine, name) {
  return mine ? t("who.you", { name }) : name;
}

/** Board and clock in a line. @param {Say} t @param {Rules} rules @param {ClockSetting} clock */
export function briefGame(t, rules, clock) {
  return t("brief.game", { board: briefBoard(t, rules), clock: briefClock(t, clock) });
}

/** @param {Say} t @param {Rules} rules */
export function briefBoard(t, rules) {
  return t(`brief.board.${lineRule(rules)}`, { width: rules.width, height: rules.height, line: rules.line });
}

/** The rule of lines, as the last part of the keys of sentences that differ by it; `LineRule::key` in Rust. @param {Rules} rules */
export function lineRule(rules) {
  return lineLoses(rules) ? "loses" : rules.exact ? "exact" : "wins";
}

/** Whether a completed line loses: misère. @param {Rules} rules */
export function lineLoses({ misere = false }) {
  return misere;
}

/** The most boards or clocks of a search that are named. */
const NAMED = 3;

/** The boards that somebody would play. @param {Say} t @param {QuickMatchRequest["boards"]} boards */
export function briefBoards(t, boards = []) {
  return boards === "any" ? t("brief.any_board") : some(boards.map((rules) => briefBoard(t, rules)));
}

/** The clocks that somebody would play with. @param {Say} t @param {QuickMatchRequest["clocks"]} clocks */
export function briefClocks(t, clocks = []) {
  return clocks === "any" ? t("brief.any_clock") : some(clocks.map((clock) => briefClock(t, clock)));
}

/** @param {string[]} names */
function some(names) {
  return [...names.slice(0, NAMED), ...(names.length > NAMED ? ["…"] : [])].join(" / ");
}

/** Time left on a clock: days and hours from a day on. @param {Say} t @param {number} ms */
export function clockFace(t, ms) {
  const hours = Math.ceil(ms / 3_600_000);
  return hours > 24 ? t("clock.left", { days: Math.floor(hours / 24), hours: hours % 24 }) : clockText(ms);
}

/** How thinking time is counted, in a sentence. @param {Say} t @param {ClockSetting} clock */
export function clockSetting(t, clock) {
  switch (clock.type) {
    case "per_move":
      return t("clock.per_move", { time: clockText(clock.move_ms) });
    case "correspondence":
      return t("clock.days", { count: clock.move_days });
    case "total":
      return t("clock.total", {
        initial: clockText(clock.initial_ms),
        increment: clockText(clock.increment_ms),
      });
    default:
      return t("clock.none");
  }
}

/** The same in a few columns. @param {Say} t @param {ClockSetting} clock */
export function briefClock(t, clock) {
  switch (clock.type) {
    case "per_move":
      return t("brief.clock.move", { time: clockText(clock.move_ms) });
    case "correspondence":
      return t("brief.clock.days", { count: clock.move_days });
    case "total":
      return t("brief.clock.total", {
        initial: clockText(clock.initial_ms),
        increment: clockText(clock.increment_ms),
      });
    default:
      return t("brief.clock.none");
  }
}
