/** The screen of a finished game: players, board, steps, result or review, and what leads on from here. The server renders its beginning. */
import { clocksAfter, other, settledPlies } from "../net/view.js";
import { together } from "../i18n/locale.js";
import { briefGame, cellName, clockFace, nameIn, own } from "../i18n/names.js";
import { offer } from "../i18n/speech.js";
import { board } from "./board.js";
import { followed, button } from "./components.js";
import { h } from "./dom.js";
import { exportPanel } from "./exports.js";
import { forgetting } from "./forget.js";
import { loaded, withLazy } from "./lazy.js";
import * as selectors from "./selectors.js";
import { mark } from "./icons.js";
import { moveList } from "./moves.js";
import { dateOf, endOf, openedBy, step } from "./replay.js";
import { shownReview, signsAt, toggleReview, verdict } from "./review.js";
import { shareButton } from "./share.js";
import { timeline, transport } from "./timeline.js";

/** @import { App } from "./app.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Mark } from "oxo" */
/** @import { FullRecord } from "../net/view.js" */

/** @param {App} app @param {Replay} replay @param {FullRecord} record */
export function viewer(app, replay, record) {
  const { t } = app;
  const { settings: { rules }, game } = record;
  const review = shownReview(app, replay);
  const steps = { t, rules, moves: game.moves, at: replay.ply, go: (/** @type {number} */ ply) => step(app, ply), reviewed: review?.moves, settled: review ? settledPlies(game) : 0 };
  return h("main", { id: "main", class: "table viewer", key: "viewer", tabindex: -1 },
    h("h1", { class: "spoken" }, t("page.game.name")),
    h("div", { class: "versus" }, side(app, replay, record, "X"), side(app, replay, record, "O")),
    h("div", { class: "place", key: "place" }, position(app, replay, record)),
    timeline(app, replay, record, review),
    transport(app, replay, steps, review),
    summary(app, replay, record),
    h("div", { class: "actions" }, onwards(app, record)),
    moveList(steps),
    h("div", { class: "more" }, exportPanel(app, record), forgetting(app, replay)));
}

/** @param {App} app @param {Replay} replay @param {FullRecord} record */
function position(app, replay, record) {
  const { t } = app;
  const { settings: { rules }, game } = record;
  const ended = replay.ply >= game.moves.length && game.over;
  return board({
    rules, moves: game.moves.slice(0, replay.ply), lines: ended ? game.lines : [],
    mine: null, pending: null, pendingMark: null, chosen: null, cursor: app.ui.cursor,
    // Moves are called by them here.
    coordinates: true,
    digits: null, signs: app.ui.analysing && loaded()?.rankedSigns(app, replay) || signsAt(shownReview(app, replay), record, replay.ply), zoom: 1, fresh: replay.fresh, name: (cell) => cellName(rules, cell), t,
  }, { play: () => {}, at: (cell) => app.set({ cursor: cell }) });
}

/** A player, with the clock as it stood then; of two, the winner stands out, and nobody is to move. @param {App} app @param {Replay} replay @param {FullRecord} record @param {Mark} which */
function side(app, replay, { settings, game, players }, which) {
  const { t } = app;
  const seat = which === "X" ? game.x : other(game.x);
  const clock = clocksAfter({ settings }, game, replay.ply)?.[seat];
  const won = game.over?.winner === seat;
  return h("div", { class: won ? "side winner" : "side" },
    h("span", { class: "sign" }, mark(which), h("span", { class: "spoken" }, which)),
    h("b", { class: "name" }, own(t, replay.seat === seat, nameIn(t, players, seat, replay.seat))),
    clock != null && h("span", { class: "clock" }, clockFace(t, clock)));
}

/** The result, the verdict on the moves, or the best moves of the position. @param {App} app @param {Replay} replay @param {FullRecord} record */
function summary(app, replay, record) {
  const { t } = app;
  const { settings: { rules, clock }, game } = record;
  const [ending, instead] = endOf(t, replay.seat, record);
  const found = verdict(app, replay, record);
  const ranking = app.ui.analysing && loaded()?.analysisPanel(app, replay, record);
  const atEnd = replay.ply >= game.moves.length;
  const about = [briefGame(t, rules, clock), openedBy(t, record), dateOf(app.locale.language(), game.started_ms)].filter(Boolean).join(" · ");
  return h("section", { class: "status over", "data-testid": "status" },
    h("p", { class: "headline", "data-testid": "headline" }, found?.move || ending),
    ranking,
    !ranking && found && h("p", { class: found.alert ? "message alert" : "message", key: "verdict", "data-testid": "verdict" }, together([atEnd && instead, found.game])),
    !ranking && !found && h("p", { class: "message", key: "about" }, together([instead, about])));
}

/** What leads on: a game of one's own first, or back to the table, where an offer may wait. @param {App} app @param {FullRecord} record */
function onwards(app, record) {
  const { t, me, ui, base, state: { place, view } } = app;
  const table = place?.kind === "seat" ? place.room : null;
  const question = view && selectors.asked(view, me);
  return h("div", { class: "tiles between", "data-testid": "take" },
    table === null && h("a", { class: "button primary", href: `${base}/`, key: "play-a-game", "data-testid": "play-a-game", on: { click: followed(() => app.go({ page: "start" })) } },
      h("span", null, t("page.game.play"))),
    table !== null && button(question ? offer({ t, me, view }, question) : t("page.game.table"), () => app.go({ page: "room", code: table, watch: false }), { look: "primary", id: "to-table", key: "to-table" }),
    shareButton(app, record),
    selectors.hasComputers(app.state) && button(t("page.review"), () => toggleReview(app),
      { look: "tile", sign: "review", id: "ask-review", key: "ask-review", pressed: ui.reviewing }),
    app.state.welcome?.features.includes("analysis") && button(t("page.analysis"), () => void withLazy(app, ({ toggleAnalysis }) => toggleAnalysis(app)),
      { look: "tile", sign: "hint", id: "analyse", key: "analyse", pressed: ui.analysing }));
}
