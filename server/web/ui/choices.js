/**
 * The choices for a game: board, clock, who begins with which mark, who may
 * watch; and what they come to on the wire.
 */
import { clockFace } from "../net/clock.js";
import { briefSettings, DEFAULT_SETTINGS } from "../net/view.js";
import { briefBoard, briefClock } from "../i18n/names.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { check, choice, number } from "./parts.js";

/** @import { Alternate, ClockSetting, Computer, CreateRoom, Exhibit, First, Opens, QuickMatch, Rules, Watching } from "oxo" */
/** @import { Say } from "../i18n/locale.js" */

/**
 * @typedef {"classic" | "four" | "gomoku" | "custom"} BoardChoice
 * @typedef {"none" | "move30" | "total3" | "total5" | "total10" | "custom"} ClockChoice
 * @typedef {{
 *   board: BoardChoice, width: number, height: number, line: number, misere: boolean,
 *   clock: ClockChoice, by: "move" | "total", move_s: number, initial_min: number, increment_s: number,
 *   first: First, opens: Opens, alternate: Alternate, watching: Watching, listed: boolean, bots: boolean,
 *   level: number, begins: First, centre: boolean, level_first: number, level_second: number,
 * }} Choices
 */

/** @type {Readonly<Choices>} */
export const DEFAULT = Object.freeze({
  board: "classic", width: 5, height: 5, line: 4, misere: false,
  clock: "none", by: "total", move_s: 20, initial_min: 5, increment_s: 5,
  first: "random", opens: "x", alternate: "yes", watching: "link", listed: false, bots: false,
  level: 3, begins: "random", centre: false, level_first: 5, level_second: 4,
});

/** @type {{ [board: string]: Rules }} */
const BOARDS = {
  classic: { width: 3, height: 3, line: 3 },
  four: { width: 4, height: 4, line: 4 },
  gomoku: { width: 15, height: 15, line: 5 },
};

/** @type {{ [clock: string]: ClockSetting }} */
const CLOCKS = {
  none: { type: "none" },
  move30: { type: "per_move", move_ms: 30_000 },
  total3: { type: "total", initial_ms: 180_000, increment_ms: 2_000 },
  total5: { type: "total", initial_ms: 300_000, increment_ms: 3_000 },
  total10: { type: "total", initial_ms: 600_000, increment_ms: 5_000 },
};

const SIDE = 19;
const LINE = 3;
/** How many levels the computer has, from 1. */
export const LEVELS = 5;

/** @param {Choices} choices @returns {Rules} */
export function rulesOf({ board, width, height, line, misere }) {
  const rules = BOARDS[board] ?? { width, height, line: Math.min(Math.max(line, LINE), Math.max(width, height)) };
  return misere ? { ...rules, misere } : rules;
}

/** @param {Choices} choices @returns {ClockSetting} */
export function clockOf({ clock, by, move_s, initial_min, increment_s }) {
  const custom = by === "move"
    ? { type: /** @type {const} */ ("per_move"), move_ms: move_s * 1_000 }
    : { type: /** @type {const} */ ("total"), initial_ms: initial_min * 60_000, increment_ms: increment_s * 1_000 };
  return CLOCKS[clock] ?? custom;
}

/** What a room is created with. @param {Choices} choices @returns {Omit<CreateRoom, "secret">} */
export function roomOf(choices) {
  const { first, opens, alternate, watching, listed } = choices;
  return { settings: briefSettings({ rules: rulesOf(choices), clock: clockOf(choices), first, opens, alternate, watching, listed }) };
}

/** What is waited for anybody with. @param {Choices} choices @returns {Omit<QuickMatch, "secret" | "key">} */
export function ticketOf(choices) {
  const { rules, clock } = briefSettings({ ...DEFAULT_SETTINGS, rules: rulesOf(choices), clock: clockOf(choices) });
  return { ...(rules ? { boards: [rules] } : {}), ...(clock ? { clocks: [clock] } : {}), ...(choices.bots ? { bots: true } : {}) };
}

/** What a room is created with in which the computer sits opposite. @param {Choices} choices @returns {Omit<CreateRoom, "secret">} */
export function computerRoomOf(choices) {
  return { ...roomOf({ ...choices, first: choices.begins, opens: "x", alternate: "yes", listed: false }), computer: computerOf(choices) };
}

/** The computer that one chose. @param {Choices} choices @returns {Computer} */
export function computerOf(choices) {
  return { level: choices.level, ...(choices.centre && hasCentre(rulesOf(choices)) ? { centre: true } : {}) };
}

/** What a room of two computers is opened with: nobody plays there, so somebody has to be able to watch. @param {Choices} choices @returns {Exhibit} */
export function exhibitOf(choices) {
  const { level_first, level_second, watching } = choices;
  return {
    rules: rulesOf(choices), computers: { host: { level: level_first }, guest: { level: level_second } },
    watching: watching === "open" ? "open" : "link",
  };
}

/** Whether a board has a cell in its middle. @param {Rules} rules */
export function hasCentre({ width, height }) {
  return width % 2 === 1 && height % 2 === 1;
}

/**
 * Choices as they were kept, as far as they can be used.
 * @param {unknown} kept
 * @returns {Choices}
 */
export function choicesFrom(kept) {
  const given = /** @type {any} */ (typeof kept === "object" && kept !== null ? kept : {});
  const choices = /** @type {any} */ ({ ...DEFAULT });
  for (const [name, value] of Object.entries(DEFAULT)) {
    if (typeof given[name] === typeof value) choices[name] = given[name];
  }
  const known = (/** @type {object} */ table, /** @type {string} */ name) => name in table || name === "custom";
  if (!known(BOARDS, choices.board)) choices.board = DEFAULT.board;
  if (!known(CLOCKS, choices.clock)) choices.clock = DEFAULT.clock;
  if (choices.opens !== "o") choices.opens = DEFAULT.opens;
  for (const name of ["level", "level_first", "level_second"]) {
    if (!Number.isInteger(choices[name]) || choices[name] < 1 || choices[name] > LEVELS) choices[name] = DEFAULT[/** @type {"level"} */ (name)];
  }
  return choices;
}

/**
 * The choices, folded to a line that sums them up.
 * @param {Say} t
 * @param {Choices} choices
 * @param {boolean} open
 * @param {(open: boolean) => void} fold
 * @param {(choices: Choices) => void} change
 */
export function choicesFace(t, choices, open, fold, change) {
  const set = (/** @type {Partial<Choices>} */ part) => change({ ...choices, ...part });
  return h("section", { class: `choices ${open ? "open" : ""}` },
    h("button", {
      type: "button", class: "fold", "aria-expanded": String(open), "data-testid": "choices",
      on: { click: () => fold(!open) },
    },
    h("span", { class: "sum" }, h("b", null, briefBoard(t, rulesOf(choices))), h("span", null, briefClock(t, clockOf(choices)))),
    h("span", { class: "change" }, open ? t("page.choice.done") : t("page.choice.change")), icon("forward")),
    open && h("div", { class: "stack opened" },
      boardChoice(t, choices, set), clockChoice(t, choices, set), roomChoices(t, choices, set)));
}

/** @param {Say} t @param {Choices} choices @param {(part: Partial<Choices>) => void} set */
function boardChoice(t, choices, set) {
  const size = (/** @type {BoardChoice} */ board) =>
    /** @type {const} */ ([board, `${BOARDS[board]?.width}×${BOARDS[board]?.height}`]);
  const options = [size("classic"), size("four"), size("gomoku"), /** @type {const} */ (["custom", t("page.choice.custom")])];
  const most = Math.max(choices.width, choices.height, LINE);
  return [
    choice("board", t("page.choice.board"), options, choices.board, (board) => set({ board })),
    choices.board === "custom" && h("div", { class: "numbers" },
      number(t("page.choice.width"), choices.width, 1, SIDE, (width) => set({ width }), "board-width"),
      number(t("page.choice.height"), choices.height, 1, SIDE, (height) => set({ height }), "board-height"),
      number(t("page.choice.line"), Math.min(choices.line, most), LINE, most, (line) => set({ line }), "board-line")),
    check(t("page.choice.misere"), choices.misere, (misere) => set({ misere }), "misere"),
    h("p", { class: "hint" }, briefBoard(t, rulesOf(choices))),
  ];
}

/** @param {Say} t @param {Choices} choices @param {(part: Partial<Choices>) => void} set */
function clockChoice(t, choices, set) {
  const preset = (/** @type {ClockChoice} */ clock) => /** @type {const} */ ([clock, shortClock(t, CLOCKS[clock])]);
  const presets = /** @type {ClockChoice[]} */ (Object.keys(CLOCKS)).map(preset);
  const options = [...presets, /** @type {const} */ (["custom", t("page.choice.custom")])];
  const kinds = /** @type {const} */ ([["total", t("page.choice.by_game")], ["move", t("page.choice.by_move")]]);
  return [
    choice("clock", t("page.choice.clock"), options, choices.clock, (clock) => set({ clock })),
    choices.clock === "custom" && choice("by", t("page.choice.counted"), kinds, choices.by, (by) => set({ by })),
    choices.clock === "custom" && h("div", { class: "numbers" }, choices.by === "move"
      ? number(t("page.choice.move_s"), choices.move_s, 1, 3600, (move_s) => set({ move_s }), "clock-move")
      : [
          number(t("page.choice.initial_min"), choices.initial_min, 1, 180, (initial_min) => set({ initial_min }), "clock-initial"),
          number(t("page.choice.increment_s"), choices.increment_s, 0, 180, (increment_s) => set({ increment_s }), "clock-increment"),
        ]),
    clockOf(choices).type !== "none" && h("p", { class: "hint" }, longClock(t, clockOf(choices))),
  ];
}

/** A clock on a button, as players write it: minutes and the seconds that a move adds. @param {Say} t @param {ClockSetting} [clock] */
function shortClock(t, clock) {
  switch (clock?.type) {
    case "per_move": return t("page.choice.seconds", { count: clock.move_ms / 1_000 });
    case "total": return `${clock.initial_ms / 60_000} + ${clock.increment_ms / 1_000}`;
    default: return t("brief.clock.none");
  }
}

/** The same in a sentence. @param {Say} t @param {ClockSetting} clock */
function longClock(t, clock) {
  if (clock.type === "per_move") return t("clock.per_move", { time: clockFace(clock.move_ms) });
  if (clock.type === "none") return t("clock.none");
  return t("clock.total", { initial: clockFace(clock.initial_ms), increment: clockFace(clock.increment_ms) });
}

/** @param {Say} t @param {Choices} choices @param {(part: Partial<Choices>) => void} set */
function roomChoices(t, choices, set) {
  const first = /** @type {const} */ ([
    ["random", t("page.choice.first.random")], ["host", t("page.choice.first.host")], ["guest", t("page.choice.first.guest")],
  ]);
  const alternate = /** @type {const} */ ([["yes", t("page.choice.alternate.yes")], ["fixed", t("page.choice.alternate.fixed")]]);
  const watching = /** @type {const} */ ([
    ["link", t("page.choice.watching.link")], ["open", t("page.choice.watching.open")], ["none", t("page.choice.watching.none")],
  ]);
  return [
    h("div", { class: "rule" }, check(t("page.choice.bots"), choices.bots, (bots) => set({ bots }), "bots")),
    h("p", { class: "hint rule" }, t("page.choice.friend")),
    choice("first", t("page.choice.first"), first, choices.first, (value) => set({ first: value })),
    choice("opens", t("page.choice.opens"), [["x", "X"], ["o", "O"]], choices.opens, (opens) => set({ opens })),
    choice("alternate", t("page.choice.alternate"), alternate, choices.alternate, (value) => set({ alternate: value })),
    choice("watching", t("page.choice.watching"), watching, choices.watching, (value) => set({ watching: value })),
    check(t("page.choice.listed"), choices.listed, (listed) => set({ listed }), "listed"),
  ];
}
