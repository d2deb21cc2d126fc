/** The computer as an opponent: its levels, the choices for a game against it, and its dialog. */
import { hasCentre, LEVELS, rulesOf } from "./choices.js";
import { act, playComputer, seatComputer } from "./actions.js";
import { h } from "./dom.js";
import * as selectors from "./selectors.js";
import { button, check, choice, closeDialog, dialog } from "./components.js";

/** @import { App } from "./app.js" */
/** @import { Choices } from "./choices.js" */
/** @import { Child } from "./dom.js" */
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
  return choice(which, legend, names, choices[which], (level) => choose(app, { [which]: level }), "levels");
}

/** What the chosen level means. @param {App} app */
function about({ t, ui }) {
  return h("p", { class: "hint" }, t(`page.level.${LEVELS[ui.choices.level - 1]}.about`));
}

/**
 * A button that unfolds the choices for a game against the computer.
 * @param {App} app
 * @param {string} label
 */
export function computerFold(app, label) {
  const { ui } = app;
  const open = ui.unfolded === "computer";
  return [
    button(label, () => app.set({ unfolded: open ? null : "computer" }), { look: "large", sign: "computer", id: "play-computer", expanded: open }),
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
  const { t, ui } = app;
  const there = selectors.opposite(view, app.me);
  const begin = () => {
    if (there?.level !== ui.choices.level) return seatComputer(app);
    closeDialog(app);
    act(app, "offer", "rematch");
  };
  return dialog(app, { id: "level", title: t(there ? "page.deed.level" : "page.start.computer"), sheet: true },
    levels(app, "level", t("page.level")),
    about(app),
    button(t("page.deed.rematch"), begin, { look: "primary wide", sign: "again", id: "begin-level" }));
}
