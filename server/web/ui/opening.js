/** The board of the start screen: a tap opens a room against the computer and is its first move. */
import { cellName } from "../i18n/names.js";
import { isOver } from "../net/state.js";
import { playComputer } from "./actions.js";
import { board, isLarge } from "./board.js";
import { levelChoice } from "./computer.js";
import { rulesOf } from "./choices.js";
import { h } from "./dom.js";
import * as selectors from "./selectors.js";

/** @import { App } from "./app.js" */
/** @import { State } from "../net/state.js" */
/** @import { FullGame, FullView } from "../net/view.js" */

/** The server draws the same in `http/first_screen.rs`. @param {App} app */
export function opening(app) {
  const { t, ui, state: { place, view } } = app;
  if (place?.kind === "seat" && view?.game && !isOver(app.state)) return goesOn(app, place.room, view, view.game);
  const rules = rulesOf(ui.choices);
  const mark = ui.choices.opens === "o" ? "O" : "X";
  return h("section", { class: "opening", "aria-label": t("page.start.board"), "data-testid": "opening" },
    h("div", { class: "place", key: "place" }, board({
      rules, moves: [], lines: [], mine: ui.opening === null ? mark : null, pending: ui.opening, pendingMark: mark,
      chosen: null, cursor: ui.cursor, coordinates: isLarge(rules), digits: null, signs: new Map(), zoom: 1, fresh: false,
      name: (cell) => cellName(rules, cell), t,
    }, { play: (cell) => void open(app, cell), at: (cell) => { if (cell !== app.ui.cursor) app.set({ cursor: cell }); } })),
    h("div", { class: "against" }, h("p", { class: "headline", "data-testid": "opening-line" }, line(app)), levelChoice(app)));
}

/** The game that goes on at one's table, to which a tap leads back. @param {App} app @param {string} room @param {FullView} view @param {FullGame} game */
function goesOn(app, room, { settings: { rules } }, game) {
  const { t } = app;
  const back = () => app.go({ page: "room", code: room, watch: false });
  return h("section", { class: "opening", "aria-label": t("page.start.seat", { room }), "data-testid": "opening" },
    h("div", { class: "place", key: "place" }, board({
      rules, moves: game.moves, lines: game.lines, mine: null, pending: null, pendingMark: null,
      chosen: null, cursor: app.ui.cursor, coordinates: isLarge(rules), digits: null, signs: new Map(), zoom: 1, fresh: false,
      name: (cell) => cellName(rules, cell), t,
    }, { play: back, at: (cell) => { if (cell !== app.ui.cursor) app.set({ cursor: cell }); } })),
    h("div", { class: "against" }, h("p", { class: "headline", "data-testid": "opening-line" }, t("page.start.goes_on"))));
}

/** What a tap does, or what has become of it. @param {App} app */
function line({ t, ui, state }) {
  if (ui.opening === null) return t(state.queue ? "page.computer.meanwhile" : "page.start.tap");
  return t(state.link.phase === "open" ? "page.status.sent" : "page.start.kept");
}

/**
 * Opens a room against the computer; the cell is played as soon as the game is there. Without a connection both wait for
 * one. A small cell needs no confirmation here: a first move in a wrong place is soon begun anew.
 * @param {App} app
 * @param {number} cell
 */
export async function open(app, cell) {
  if (app.ui.asking || app.ui.opening !== null || !selectors.hasComputers(app.state)) return;
  app.set({ opening: cell, cursor: cell });
  if (!await playComputer(app, "host")) app.set({ opening: null });
}

/** Plays the first move, once its game has begun. @param {App} app @param {State} state */
export function followOpening(app, { view }) {
  const { opening: cell } = app.ui;
  if (cell === null || !view || !selectors.running(view)) return;
  app.set({ opening: null, cursor: cell });
  if (selectors.myTurn(view, app.me) && view.game?.moves.length === 0) void app.session.move(cell);
}

/** Takes up a tap from before the scripts were there: the document has a radio button in each cell of a classic board. @param {App} app */
export function takeUpTap(app) {
  const tapped = document.querySelector("input[name=opening]:checked");
  const { width, height, line } = rulesOf(app.ui.choices);
  if (tapped instanceof HTMLInputElement && width === 3 && height === 3 && line === 3) void open(app, Number(tapped.value));
}
