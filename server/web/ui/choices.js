/** The choices for a game on the start screen, and the requests they become. */
import { briefSettings, DEFAULT_SETTINGS, defaultsOf, ROOM_SETTINGS, within } from "../net/settings.js";
import { briefBoard, briefClock, clockSetting } from "../i18n/names.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { check, choice, number } from "./components.js";

/** @import { ClockSetting, Computer, CreateRoom, Exhibit, Play, QuickMatch, Rules, WaitingPlayer } from "oxo" */
/** @import { Say } from "../i18n/locale.js" */
/** @import { Child } from "./dom.js" */

/** The boards to choose at once. */
const BOARDS = {
  classic: { width: 3, height: 3, line: 3 },
  four: { width: 4, height: 4, line: 4 },
  gomoku: { width: 15, height: 15, line: 5 },
};

/** The clocks to choose at once. @type {{ [name in "none" | "move30" | "total3" | "total5" | "total10"]: ClockSetting }} */
const CLOCKS = {
  none: { type: "none" },
  move30: { type: "per_move", move_ms: 30_000 },
  total3: { type: "total", initial_ms: 180_000, increment_ms: 2_000 },
  total5: { type: "total", initial_ms: 300_000, increment_ms: 3_000 },
  total10: { type: "total", initial_ms: 600_000, increment_ms: 5_000 },
};

const SIDE = 19;
const LINE = 3;
/** The computer's levels from 1: their sentences are `page.level.NAME` and `page.level.NAME.about`. */
export const LEVELS = ["one", "two", "three", "four", "five"];

/** Everything that can be chosen. */
const RANGES = /** @type {const} */ ({
  board: ["classic", "four", "gomoku", "custom"],
  width: { value: 5, least: 1, most: SIDE },
  height: { value: 5, least: 1, most: SIDE },
  line: { value: 4, least: LINE, most: SIDE },
  misere: [false, true],
  clock: ["none", "move30", "total3", "total5", "total10", "custom"],
  by: ["total", "move"],
  move_s: { value: 20, least: 1, most: 3600 },
  initial_min: { value: 5, least: 1, most: 180 },
  increment_s: { value: 5, least: 0, most: 180 },
  bots: [false, true],
  any_board: [false, true],
  any_clock: [false, true],
  unseen: [false, true],
  ...ROOM_SETTINGS,
  level: { value: 3, least: 1, most: LEVELS.length },
  begins: ROOM_SETTINGS.first,
  centre: [false, true],
  level_first: { value: 5, least: 1, most: LEVELS.length },
  level_second: { value: 4, least: 1, most: LEVELS.length },
});

export const DEFAULT = Object.freeze(defaultsOf(RANGES));

/**
 * @typedef {typeof DEFAULT} Choices
 * @typedef {(part: Partial<Choices>) => void} Choose
 */

/** @param {Choices} choices @returns {Rules} */
export function rulesOf({ board, width, height, line, misere }) {
  const rules = board === "custom" ? { width, height, line: Math.min(Math.max(line, LINE), Math.max(width, height)) } : BOARDS[board];
  return misere ? { ...rules, misere } : rules;
}

/** @param {Choices} choices @returns {ClockSetting} */
export function clockOf({ clock, by, move_s, initial_min, increment_s }) {
  if (clock !== "custom") return CLOCKS[clock];
  return by === "move"
    ? { type: "per_move", move_ms: move_s * 1_000 }
    : { type: "total", initial_ms: initial_min * 60_000, increment_ms: increment_s * 1_000 };
}

/** The request for a room. @param {Choices} choices @returns {Omit<CreateRoom, "secret">} */
export function roomOf(choices) {
  const settings = Object.keys(ROOM_SETTINGS).map((name) => [name, choices[/** @type {keyof Choices} */ (name)]]);
  return { settings: briefSettings({ ...Object.fromEntries(settings), rules: rulesOf(choices), clock: clockOf(choices) }) };
}

/** The request for a quick match. @param {Choices} choices @returns {Omit<QuickMatch, "secret" | "key">} */
export function ticketOf(choices) {
  const { rules, clock } = briefSettings({ ...DEFAULT_SETTINGS, rules: rulesOf(choices), clock: clockOf(choices) });
  return {
    ...(choices.any_board ? { boards: "any" } : rules ? { boards: [rules] } : {}),
    ...(choices.any_clock ? { clocks: "any" } : clock ? { clocks: [clock] } : {}),
    ...(choices.bots ? { bots: true } : {}),
    ...(choices.unseen ? { unseen: true } : {}),
  };
}

/**
 * The boards and clocks for somebody who waits: where they would play any, what is chosen here.
 * @param {Choices} choices
 * @param {WaitingPlayer} waiting
 * @returns {Pick<Play, "boards" | "clocks">}
 */
export function answerOf(choices, { boards, clocks }) {
  return {
    ...(boards === "any" && !choices.any_board ? { boards: [rulesOf(choices)] } : {}),
    ...(clocks === "any" && !choices.any_clock ? { clocks: [clockOf(choices)] } : {}),
  };
}

/** The request for a room against the computer. @param {Choices} choices @returns {Omit<CreateRoom, "secret">} */
export function computerRoomOf(choices) {
  return { ...roomOf({ ...choices, first: choices.begins, opens: "x", alternate: "yes", listed: false }), computer: computerOf(choices) };
}

/** The computer that one chose. @param {Choices} choices @returns {Computer} */
export function computerOf(choices) {
  return { level: choices.level, ...(choices.centre && hasCentre(rulesOf(choices)) ? { centre: true } : {}) };
}

/** The request for a room of two computers, which must be watchable. @param {Choices} choices @returns {Exhibit} */
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

/** Choices as they were kept, as far as they can be used. @param {unknown} kept @returns {Choices} */
export function choicesFrom(kept) {
  return within(RANGES, typeof kept === "object" && kept !== null ? kept : {});
}

/**
 * The choices, folded to a summary of one line.
 * @param {Say} t
 * @param {Choices} choices
 * @param {boolean} open
 * @param {(open: boolean) => void} fold
 * @param {(choices: Choices) => void} change
 */
export function choicesPanel(t, choices, open, fold, change) {
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

/**
 * The field of a choice, whatever its range; its sentences are `page.choice.NAME` and below.
 * @param {Say} t
 * @param {Choices} choices
 * @param {Choose} set
 * @returns {(name: keyof Choices, words?: (value: any) => string, most?: number) => Child}
 */
function fields(t, choices, set) {
  return (name, words = (value) => t(`page.choice.${name}.${value}`), most = Infinity) => {
    const [range, chosen, legend] = [RANGES[name], choices[name], t(`page.choice.${name}`)];
    const change = (/** @type {unknown} */ value) => set({ [name]: value });
    if ("value" in range) return number(legend, Math.min(Number(chosen), most), range.least, Math.min(range.most, most), change, name);
    if (typeof chosen === "boolean") return check(legend, chosen, change, name);
    return choice(name, legend, range.map((value) => [String(value), words(value)]), String(chosen), change);
  };
}

/** A clock on a button, as players write it: minutes and the seconds that a move adds. @param {Say} t @param {ClockSetting} [clock] */
function shortClock(t, clock) {
  switch (clock?.type) {
    case "per_move": return t("page.choice.seconds", { count: clock.move_ms / 1_000 });
    case "total": return `${clock.initial_ms / 60_000} + ${clock.increment_ms / 1_000}`;
    default: return t("brief.clock.none");
  }
}

/** @param {Say} t @param {Choices} choices @param {Choose} set */
function boardChoice(t, choices, set) {
  const field = fields(t, choices, set);
  const size = (/** @type {Choices["board"]} */ board) => board === "custom" ? t("page.choice.custom") : `${BOARDS[board].width}×${BOARDS[board].height}`;
  return [
    field("board", size),
    choices.board === "custom" && h("div", { class: "numbers" },
      field("width"), field("height"), field("line", undefined, Math.max(choices.width, choices.height, LINE))),
    field("misere"),
    h("p", { class: "hint" }, briefBoard(t, rulesOf(choices))),
  ];
}

/** @param {Say} t @param {Choices} choices @param {Choose} set */
function clockChoice(t, choices, set) {
  const field = fields(t, choices, set);
  const kinds = /** @type {const} */ ([["total", t("page.choice.by_game")], ["move", t("page.choice.by_move")]]);
  const preset = (/** @type {Choices["clock"]} */ clock) => clock === "custom" ? t("page.choice.custom") : shortClock(t, CLOCKS[clock]);
  return [
    field("clock", preset),
    choices.clock === "custom" && choice("by", t("page.choice.counted"), kinds, choices.by, (by) => set({ by })),
    choices.clock === "custom" && h("div", { class: "numbers" },
      choices.by === "move" ? field("move_s") : [field("initial_min"), field("increment_s")]),
    clockOf(choices).type !== "none" && h("p", { class: "hint" }, clockSetting(t, clockOf(choices))),
  ];
}

/** @param {Say} t @param {Choices} choices @param {Choose} set */
function roomChoices(t, choices, set) {
  const field = fields(t, choices, set);
  const settings = /** @type {Array<keyof typeof ROOM_SETTINGS>} */ (Object.keys(ROOM_SETTINGS));
  return [
    h("div", { class: "rule stack" }, field("any_board"), field("any_clock"), field("bots"), field("unseen")),
    h("p", { class: "hint rule" }, t("page.choice.friend")),
    settings.map((name) => name === "opens" ? field(name, (mark) => mark.toUpperCase()) : field(name)),
  ];
}
