/** Keys that work wherever the focus is: digits and arrows on the board, stepping through moves. */
import { cellOfDigit } from "../i18n/names.js";
import { focus } from "./board.js";
import { rulesOf } from "./choices.js";
import { play } from "./actions.js";
import * as selectors from "./selectors.js";
import { stepKey } from "./moves.js";
import { open } from "./opening.js";
import { step, toggle } from "./replay.js";

/** @import { App } from "./app.js" */
/** @import { FullView } from "../net/view.js" */

/** @param {App} app */
export function followKeys(app) {
  document.addEventListener("keydown", (event) => {
    const taken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || app.ui.dialog !== null || typing(event.target);
    if (!taken && pressed(app, event.key, event.target)) event.preventDefault();
  });
}

/** @param {EventTarget | null} target */
function typing(target) {
  return target instanceof HTMLElement && target.matches("input, select, textarea, .moves");
}

/** Whether the key did something. @param {App} app @param {string} key @param {EventTarget | null} target */
function pressed(app, key, target) {
  const { route, replay } = app.ui;
  if (replay?.record && (route.page === "game" || route.page === "kept")) return replaying(app, key, target);
  const { view } = app.state;
  if (route.page === "start") return atStart(app, key);
  return route.page === "room" && view !== null && atTable(app, view, key);
}

/** @param {App} app @param {string} key */
function atStart(app, key) {
  if (app.state.place !== null) return false;
  const cell = cellOfDigit(rulesOf(app.ui.choices), app.settings.digits, key);
  if (cell !== null) void open(app, cell);
  return cell !== null;
}

/** @param {App} app @param {string} key @param {EventTarget | null} target */
function replaying(app, key, target) {
  const { replay } = app.ui;
  if (!replay?.record) return false;
  // Space presses what has the focus, if that can be pressed.
  if (key === " " && !(target instanceof Element && target.closest("button, a, summary"))) {
    toggle(app);
    return true;
  }
  const to = stepKey(key, replay.ply, replay.record.game.moves.length);
  if (to !== null) step(app, to);
  return to !== null;
}

/** @param {App} app @param {FullView} view @param {string} key */
function atTable(app, view, key) {
  const { ui, settings } = app;
  const cell = cellOfDigit(view.settings.rules, settings.digits, key);
  if (cell !== null) {
    focus(document, cell);
    play(app, cell, false);
    return true;
  }
  if (key === "Escape" && (ui.back !== null || ui.chosen !== null)) {
    app.set({ back: null, chosen: null });
    return true;
  }
  const playing = app.me !== null && selectors.running(view) !== null && ui.back === null;
  if (playing && key.startsWith("Arrow")) {
    focus(document, ui.cursor);
    return true;
  }
  const count = view.game?.moves.length ?? 0;
  const to = stepKey(key, ui.back ?? count, count);
  if (to === null || count === 0) return false;
  app.set({ back: to < count ? to : null, chosen: null, fresh: false });
  return true;
}
