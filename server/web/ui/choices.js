/** The choices for a game, and the requests they become. */
import { briefSettings, DEFAULT_SETTINGS, defaultsOf, ROOM_SETTINGS, within } from "../net/settings.js";

/** @import { ClockSetting, Computer, CreateRoomRequest, ExhibitRequest, PlayRequest, QuickMatchRequest, Rules, WaitingPlayer } from "oxo" */

/** The boards to choose at once. */
export const BOARDS = {
  classic: { width: 3, height: 3, line: 3 },
  four: { width: 4, height: 4, line: 4 },
  gomoku: { width: 15, height: 15, line: 5 },
};

/** The clocks to choose at once. @type {{ [name in "none" | "move30" | "total3" | "total5" | "total10" | "day" | "days3" | "days7"]: ClockSetting }} */
export const CLOCKS = {
  none: { type: "none" },
  move30: { type: "per_move", move_ms: 30_000 },
  total3: { type: "total", initial_ms: 180_000, increment_ms: 2_000 },
  total5: { type: "total", initial_ms: 300_000, increment_ms: 3_000 },
  total10: { type: "total", initial_ms: 600_000, increment_ms: 5_000 },
  day: { type: "correspondence", move_days: 1 },
  days3: { type: "correspondence", move_days: 3 },
  days7: { type: "correspondence", move_days: 7 },
};

const SIDE = 19;
const LINE = 3;
/** The computer's levels from 1: their sentences are `page.level.NAME` and `page.level.NAME.about`. */
export const LEVELS = ["one", "two", "three", "four", "five"];

/** Everything that can be chosen. */
export const RANGES = /** @type {const} */ ({
  board: ["classic", "four", "gomoku", "custom"],
  width: { value: 5, least: 1, most: SIDE },
  height: { value: 5, least: 1, most: SIDE },
  line: { value: 4, least: LINE, most: SIDE },
  misere: [false, true],
  exact: [false, true],
  clock: ["none", "move30", "total3", "total5", "total10", "day", "days3", "days7", "custom"],
  by: ["total", "move", "days"],
  move_s: { value: 20, least: 1, most: 3600 },
  move_days: { value: 2, least: 1, most: 14 },
  initial_min: { value: 5, least: 1, most: 180 },
  increment_s: { value: 5, least: 0, most: 180 },
  bots: [false, true],
  any_board: [false, true],
  any_clock: [false, true],
  unseen: [false, true],
  ...ROOM_SETTINGS,
  level: { value: 1, least: 1, most: LEVELS.length },
  adapts: [true, false],
  last: ["won", "lost", "drawn"],
  begins: ROOM_SETTINGS.first,
  centre: [false, true],
  level_first: { value: 5, least: 1, most: LEVELS.length },
  level_second: { value: 4, least: 1, most: LEVELS.length },
});

export const DEFAULT = Object.freeze(defaultsOf(RANGES));

/**
 * The level after a game against the computer: a win leads to the next, two losses in a row to the one before. After two
 * draws in a row the computer has found nothing to punish, so it gets better, too.
 * @param {Choices} choices
 * @param {Choices["last"]} result
 * @returns {Pick<Choices, "level" | "last">}
 */
export function levelAfter({ level, adapts, last }, result) {
  const step = result === "won" ? 1 : result !== last ? 0 : result === "lost" ? -1 : 1;
  const to = adapts ? Math.min(Math.max(level + step, 1), LEVELS.length) : level;
  // Where the level has changed, results count from there.
  return { level: to, last: step === 0 ? result : "won" };
}

/**
 * @typedef {typeof DEFAULT} Choices
 * @typedef {(part: Partial<Choices>) => void} Choose
 */

/** Whether a line can be longer than needed. @param {Rules} rules */
export const mayBeTooLong = ({ width, height, line }) => Math.max(width, height) > line;

/** @param {Choices} choices @returns {Rules} */
export function rulesOf({ board, width, height, line, misere, exact }) {
  const rules = board === "custom" ? { width, height, line: Math.min(Math.max(line, LINE), Math.max(width, height)) } : BOARDS[board];
  return misere ? { ...rules, misere } : exact && mayBeTooLong(rules) ? { ...rules, exact } : rules;
}

/** @param {Choices} choices @returns {ClockSetting} */
export function clockOf({ clock, by, move_s, move_days, initial_min, increment_s }) {
  if (clock !== "custom") return CLOCKS[clock];
  switch (by) {
    case "move": return { type: "per_move", move_ms: move_s * 1_000 };
    case "days": return { type: "correspondence", move_days };
    default: return { type: "total", initial_ms: initial_min * 60_000, increment_ms: increment_s * 1_000 };
  }
}

/**
 * Whether an opponent is found in the list of tables, not in the queue: a correspondence game is not begun by two who wait for
 * each other.
 * @param {Choices} choices
 */
export function waitsInList(choices) {
  return !choices.any_clock && clockOf(choices).type === "correspondence";
}

/** The request for a room. @param {Choices} choices @returns {Omit<CreateRoomRequest, "id" | "type" | "secret">} */
export function roomOf(choices) {
  const settings = Object.keys(ROOM_SETTINGS).map((name) => [name, choices[/** @type {keyof Choices} */ (name)]]);
  const { opening } = hasOpenings(choices) ? choices : DEFAULT_SETTINGS;
  return { settings: briefSettings({ ...Object.fromEntries(settings), opening, rules: rulesOf(choices), clock: clockOf(choices) }) };
}

/** Whether a board leaves something to choose in an opening. @param {Choices} choices */
export function hasOpenings(choices) {
  const { width, height, line } = rulesOf(choices);
  return Math.min(width, height) > 4 && line > 3;
}

/** The request for a quick match. @param {Choices} choices @returns {Omit<QuickMatchRequest, "id" | "type" | "secret" | "key">} */
export function ticketOf(choices) {
  const { rules, clock } = briefSettings({ ...DEFAULT_SETTINGS, rules: rulesOf(choices), clock: clockOf(choices) });
  return {
    ...(choices.any_board ? { boards: "any" } : rules ? { boards: [rules] } : {}),
    ...(choices.any_clock ? { clocks: "any" } : clock && !waitsInList(choices) ? { clocks: [clock] } : {}),
    ...(choices.bots ? { bots: true } : {}),
    ...(choices.unseen ? { unseen: true } : {}),
  };
}

/**
 * The boards and clocks for somebody who waits: where they would play any, what is chosen here.
 * @param {Choices} choices
 * @param {WaitingPlayer} waiting
 * @returns {Pick<PlayRequest, "boards" | "clocks">}
 */
export function answerOf(choices, { boards, clocks }) {
  return {
    ...(boards === "any" && !choices.any_board ? { boards: [rulesOf(choices)] } : {}),
    ...(clocks === "any" && !choices.any_clock && !waitsInList(choices) ? { clocks: [clockOf(choices)] } : {}),
  };
}

/**
 * The request for a room against the computer.
 * @param {Choices} choices
 * @param {Choices["begins"]} [begins]
 * @returns {Omit<CreateRoomRequest, "id" | "type" | "secret">}
 */
export function computerRoomOf(choices, begins = choices.begins) {
  // A computer does not play for days.
  const clock = clockOf(choices).type === "correspondence" ? "none" : choices.clock;
  return { ...roomOf({ ...choices, clock, first: begins, opens: "x", alternate: "yes", listed: false }), computer: computerOf(choices) };
}

/** The computer that one chose. @param {Choices} choices @returns {Computer} */
export function computerOf(choices) {
  return { level: choices.level, ...(choices.centre && hasCentre(rulesOf(choices)) ? { centre: true } : {}) };
}

/** The request for a room of two computers, which must be watchable. @param {Choices} choices @returns {Omit<ExhibitRequest, "id" | "type">} */
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
 * What stands in fields for numbers as long as it is none of those that are possible there.
 * @typedef {{ [name in keyof Choices]?: string }} Typed
 */

/** The bounds of a number, of which those of a line depend on the board. @param {Choices} choices @param {keyof Choices} name */
export function boundsOf({ width, height }, name) {
  const range = RANGES[name];
  const { least, most } = "value" in range ? range : { least: 0, most: 0 };
  return { least, most: name === "line" ? Math.max(width, height, least) : most };
}

/** Whether a field needs another number before it can be played by what is chosen. @param {Choices} choices @param {Typed} typed @param {keyof Choices} name */
export function isWrong(choices, typed, name) {
  const { least, most } = boundsOf(choices, name);
  const value = Number(choices[name]);
  return typed[name] !== undefined || value < least || value > most;
}

/** The fields for numbers that are open. @param {Choices} choices @returns {Array<keyof Choices>} */
function openNumbers({ board, clock, by }) {
  /** @type {Array<keyof Choices>} */
  const times = by === "move" ? ["move_s"] : by === "days" ? ["move_days"] : ["initial_min", "increment_s"];
  return [...board === "custom" ? /** @type {const} */ (["width", "height", "line"]) : [], ...clock === "custom" ? times : []];
}

/** Whether a game can be played by what is chosen. @param {Choices} choices @param {Typed} typed */
export function isPlayable(choices, typed) {
  return !openNumbers(choices).some((name) => isWrong(choices, typed, name));
}

/**
 * Choices and fields after something was typed into a field for a number.
 * @param {Choices} choices
 * @param {Typed} typed
 * @param {keyof Choices} name
 * @param {string} text
 * @returns {{ choices: Choices, typed: Typed }}
 */
export function typeNumber(choices, typed, name, text) {
  const { least, most } = boundsOf(choices, name);
  const { [name]: _, ...others } = typed;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  const fits = value >= least && value <= most;
  return fits ? { choices: { ...choices, [name]: value }, typed: others } : { choices, typed: { ...typed, [name]: text } };
}
