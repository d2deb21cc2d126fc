/** The computer as an opponent: its levels, the choices for a game against it, and its dialog. */
import { hasCentre, levelAfter, LEVELS, rulesOf } from "./choices.js";
import { act, playComputer, seatComputer } from "./actions.js";
import { h } from "./dom.js";
import * as selectors from "./selectors.js";
import { button, check, choice, closeDialog, dialog } from "./components.js";

/** @import { App } from "./app.js" */
/** @import { Choices } from "./choices.js" */
/** @import { Child } from "./dom.js" */
/** @import { Over } from "oxo" */
/** @import { FullView } from "../net/view.js" */

/** @param {App} app @param {Partial<Choices>} part */
export function choose(app, part) {
  const choices = { ...app.ui.choices, ...part };
  app.set({ choices });
  app.setSettings({ choices });
}

/**
 * A row of levels, each with its number and its name.
 * @param {App} app
 * @param {"level" | "level_first" | "level_second"} which
 * @param {string} legend
 */
export function levels(app, which, legend) {
  const { t, ui: { choices } } = app;
  /** @type {Array<[number, Child]>} */
  const names = LEVELS.map((name, n) => [n + 1, [h("b", null, String(n + 1)), h("small", null, t(`page.level.${name}`))]]);
  // Whoever picks a level wants that one.
  const part = (/** @type {number} */ level) => which === "level" ? { level, adapts: false } : { [which]: level };
  return choice(which, legend, names, choices[which], (level) => choose(app, part(level)), "levels");
}

/** What the chosen level means, and whether it stays. @param {App} app */
function about(app) {
  const { t, ui: { choices } } = app;
  return [
    h("p", { class: "hint" }, t(`page.level.${LEVELS[choices.level - 1]}.about`)),
    check(t("page.level.adapts"), choices.adapts, (adapts) => choose(app, { adapts, last: "won" }), "adapts"),
  ];
}

/** The level in a small button, which unfolds the choices for a game against the computer. @param {App} app */
export function levelChoice(app) {
  const { t, ui } = app;
  const open = ui.unfolded === "computer";
  const level = t("page.level.chosen", { level: ui.choices.level, name: t(`page.level.${LEVELS[ui.choices.level - 1]}`) });
  return [
    button(level, () => app.set({ unfolded: open ? null : "computer" }), { look: "level", sign: "level", id: "play-computer", expanded: open }),
    open && card(app),
  ];
}

/** @param {App} app */
function card(app) {
  const { t, ui } = app;
  const { begins, centre } = ui.choices;
  const first = /** @type {const} */ ([
    ["random", t("page.choice.first.random")], ["host", t("page.choice.first.host")], ["guest", t("page.computer.it")],
  ]);
  return h("section", { class: "card stack opened", key: "computer-card", "data-testid": "computer" },
    levels(app, "level", t("page.level")),
    about(app),
    choice("begins", t("page.choice.first"), first, begins, (value) => choose(app, { begins: value })),
    hasCentre(rulesOf(ui.choices)) && check(t("page.computer.centre"), centre, (on) => choose(app, { centre: on }), "centre"),
    button(t("page.computer.begin"), () => void playComputer(app), { look: "primary wide", id: "begin-computer", off: ui.asking }));
}

/** Another level, or the computer for a seat that nobody has. @param {App} app @param {FullView} view */
export function levelDialog(app, view) {
  const { t } = app;
  const there = selectors.opposite(view, app.me);
  return dialog(app, { id: "level", title: t(there ? "page.action.level" : "page.start.computer"), sheet: true },
    levels(app, "level", t("page.level")),
    about(app),
    button(t("page.action.rematch"), () => { closeDialog(app); again(app, view, app.ui.choices.level); }, { look: "primary wide", sign: "again", id: "begin-level" }));
}

/** The level of another game: that of the computer there, unless it follows the results. @param {App} app @param {FullView} view */
function nextLevel({ me, ui: { choices } }, view) {
  return choices.adapts ? choices.level : selectors.opposite(view, me)?.level;
}

/** What another game is called: by its level, if that is to change. @param {App} app @param {FullView} view */
export function againWords(app, view) {
  const { t } = app;
  const [there, level] = [selectors.opposite(view, app.me), nextLevel(app, view)];
  return there && level !== undefined && level !== there.level ? t("page.action.rematch_at", { level }) : t("page.action.rematch");
}

/** Another game, against the computer at the level that suits by now. @param {App} app @param {FullView} view @param {number} [level] */
export function again(app, view, level = nextLevel(app, view)) {
  const there = selectors.opposite(view, app.me);
  const isSeated = there ? there.level === level : view.seats.host !== null && view.seats.guest !== null;
  if (isSeated) act(app, "offer", "rematch");
  else seatComputer(app);
}

/**
 * Learns from a finished game against the computer which level suits.
 * @param {App} app
 * @param {FullView} view
 * @param {Over} over
 */
export function learn(app, view, { result, winner }) {
  const { me, ui: { choices } } = app;
  if (selectors.opposite(view, me)?.level !== choices.level || result === "aborted") return;
  choose(app, levelAfter(choices, result === "drawn" ? "drawn" : winner === me ? "won" : "lost"));
}
