/** The choices for a game as fields, folded to a summary on the start screen. */
import { briefBoard, briefClock, clockSetting, lineLoses } from "../i18n/names.js";
import { ROOM_SETTINGS } from "../net/settings.js";
import { BOARDS, boundsOf, clockOf, CLOCKS, hasOpenings, isPlayable, isWrong, mayBeTooLong, RANGES, rulesOf } from "./choices.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { check, choice, number } from "./components.js";

/** @import { ClockSetting } from "oxo" */
/** @import { Choices, Choose, Typed } from "./choices.js" */
/** @import { Say } from "../i18n/locale.js" */
/** @import { Child } from "./dom.js" */

/**
 * The choices, folded to a summary of one line.
 * @param {Say} t
 * @param {Choices} choices
 * @param {Typed} typed
 * @param {boolean} open
 * @param {(open: boolean) => void} fold
 * @param {Choose} set
 * @param {(name: keyof Choices, text: string) => void} type called with what is typed into a field for a number
 */
export function choicesPanel(t, choices, typed, open, fold, set, type) {
  /** @type {Panel} */
  const panel = { t, choices, typed, set, type };
  const board = isPlayable({ ...choices, clock: "none" }, typed) ? briefBoard(t, rulesOf(choices)) : t("page.choice.custom");
  const clock = isPlayable({ ...choices, board: "classic" }, typed) ? briefClock(t, clockOf(choices)) : t("page.choice.custom");
  return h("section", { class: `choices ${open ? "open" : ""}` },
    h("button", {
      type: "button", class: "fold", "aria-expanded": String(open), "data-testid": "choices",
      on: { click: () => fold(!open) },
    },
    h("span", { class: "sum" }, h("b", null, board), h("span", null, clock)),
    h("span", { class: "change" }, open ? t("page.choice.done") : t("page.choice.change")), icon("forward")),
    open && h("div", { class: "stack opened" }, boardChoice(panel), clockChoice(panel), roomChoices(panel)));
}

/**
 * @typedef {object} Panel
 * @property {Say} t
 * @property {Choices} choices
 * @property {Typed} typed
 * @property {Choose} set
 * @property {(name: keyof Choices, text: string) => void} type
 */

/**
 * The field of a choice, whatever its range; its sentences are `page.choice.NAME` and below.
 * @param {Panel} panel
 * @returns {(name: keyof Choices, words?: (value: any) => string) => Child}
 */
function fields({ t, choices, typed, set, type }) {
  return (name, words = (value) => t(`page.choice.${name}.${value}`)) => {
    const [range, chosen, legend] = [RANGES[name], choices[name], t(`page.choice.${name}`)];
    if ("value" in range) {
      const { least, most } = boundsOf(choices, name);
      const wrong = isWrong(choices, typed, name) ? t("page.choice.bounds", { least, most }) : null;
      return number(legend, typed[name] ?? String(chosen), { least, most, wrong }, (text) => type(name, text), name);
    }
    const take = (/** @type {unknown} */ value) => set({ [name]: value });
    if (typeof chosen === "boolean") return check(legend, chosen, take, name);
    return choice(name, legend, range.map((value) => [String(value), words(value)]), String(chosen), take);
  };
}

/** A clock on a button, as players write it: minutes and the seconds that a move adds. @param {Say} t @param {ClockSetting} [clock] */
function shortClock(t, clock) {
  switch (clock?.type) {
    case "per_move": return t("page.choice.seconds", { count: clock.move_ms / 1_000 });
    case "correspondence": return t("brief.clock.days", { count: clock.move_days });
    case "total": return `${clock.initial_ms / 60_000} + ${clock.increment_ms / 1_000}`;
    default: return t("brief.clock.none");
  }
}

/** @param {Panel} panel */
function boardChoice(panel) {
  const { t, choices, set } = panel;
  const field = fields(panel);
  const rules = rulesOf(choices);
  const size = (/** @type {Choices["board"]} */ board) => board === "custom" ? t("page.choice.custom") : `${BOARDS[board].width}×${BOARDS[board].height}`;
  return [
    field("board", size),
    choices.board === "custom" && h("div", { class: "numbers" }, field("width"), field("height"), field("line")),
    check(t("page.choice.rule.loses"), choices.misere, (misere) => set({ misere }), "misere"),
    !lineLoses(rules) && mayBeTooLong(rules) && check(t("page.choice.rule.exact"), choices.exact, (exact) => set({ exact }), "exact"),
  ];
}

/** @param {Panel} panel */
function clockChoice(panel) {
  const { t, choices, typed, set } = panel;
  const field = fields(panel);
  const kinds = /** @type {const} */ ([["total", t("page.choice.by_game")], ["move", t("page.choice.by_move")], ["days", t("page.choice.by_days")]]);
  const preset = (/** @type {Choices["clock"]} */ clock) => clock === "custom" ? t("page.choice.custom") : shortClock(t, CLOCKS[clock]);
  const isSaid = choices.clock !== "none" && isPlayable({ ...choices, board: "classic" }, typed);
  return [
    field("clock", preset),
    choices.clock === "custom" && choice("by", t("page.choice.counted"), kinds, choices.by, (by) => set({ by })),
    choices.clock === "custom" && h("div", { class: "numbers" },
      choices.by === "total" ? [field("initial_min"), field("increment_s")] : field(choices.by === "move" ? "move_s" : "move_days")),
    isSaid && h("p", { class: "hint" }, clockSetting(t, clockOf(choices))),
  ];
}

/** @param {Panel} panel */
function roomChoices(panel) {
  const field = fields(panel);
  const settings = /** @type {Array<keyof typeof ROOM_SETTINGS>} */ (Object.keys(ROOM_SETTINGS));
  return [
    h("div", { class: "rule" }, h("p", { class: "hint" }, panel.t("page.choice.anyone")),
      field("any_board"), field("any_clock"), field("bots"), field("unseen")),
    h("p", { class: "hint rule" }, panel.t("page.choice.friend")),
    settings.filter((name) => name !== "opening" || hasOpenings(panel.choices)).map((name) => name === "opens" ? field(name, (mark) => mark.toUpperCase()) : field(name)),
  ];
}
