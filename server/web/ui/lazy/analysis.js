/** The computer's analysis of the position that a replay shows: its best moves, each with what it leads to and what follows. */
import { cellName } from "../../i18n/names.js";
import { refusal } from "../../i18n/speech.js";
import { nextMark } from "../../net/view.js";
import { h } from "../dom.js";
import { createDeepening, ONE_STEP, STEPS } from "./deepening.js";

/** @import { App } from "../app.js" */
/** @import { Sign } from "../board.js" */
/** @import { Deepening, Known } from "./deepening.js" */
/** @import { Replay } from "../replay.js" */
/** @import { FullRecord } from "../../net/view.js" */
/** @import { RankedMove } from "oxo" */

/** Shows the analysis, or hides it again. @param {App} app */
export function toggleAnalysis(app) {
  app.set({ analysing: !app.ui.analysing, message: null });
}

/** The signs on the board: the best move, as far as it is known. @param {App} app @param {Replay} replay @returns {ReadonlyMap<number, Sign>} */
export function rankedSigns(app, { record, ply }) {
  const best = record && deepeningOf(app).known({ record, ply })?.ranking.moves[0]?.line[0];
  return new Map(best == null ? [] : [[best, /** @type {const} */ ("better")]]);
}

/** @param {App} app @param {Replay} replay @param {FullRecord} record */
export function analysisPanel(app, replay, record) {
  const { t } = app;
  const deepening = deepeningOf(app);
  deepening.follow();
  const isOver = hasEnded(replay, record);
  const known = isOver ? null : deepening.known({ record, ply: replay.ply });
  return h("div", { class: "analysis", key: "analysis", "data-testid": "analysis", "aria-live": "polite" },
    isOver ? h("p", { class: "hint" }, t("page.analysis.over"))
      : !known ? h("p", { class: "hint" }, t("page.analysis.asked"))
        : [
          h("ol", null, known.ranking.moves.map((move) => ranked(app, record, replay.ply, move))),
          // Whoever hears it would hear each depth.
          h("p", { class: "hint", "aria-live": "off", "data-testid": "depth" }, progress(app, known)),
        ]);
}

/** How far it has come. @param {Pick<App, "t">} app @param {Known} known */
function progress({ t }, { ranking: { depth, complete }, isOver }) {
  if (complete) return t("page.analysis.proved");
  return t(isOver ? "page.analysis.depth" : "page.analysis.deeper", { depth });
}

/** @param {App} app @param {FullRecord} record @param {number} ply @param {RankedMove} move */
function ranked({ t }, { settings, game }, ply, move) {
  const [first = "", ...rest] = move.line.map((cell) => cellName(settings.rules, cell));
  const mover = nextMark({ settings }, { ...game, moves: game.moves.slice(0, ply) });
  return h("li", { key: first },
    h("b", null, first), " ", score({ t }, mover, move),
    rest.length > 0 && h("span", { class: "hint" }, " ", rest.join(" ")));
}

/** @param {Pick<App, "t">} app @param {"X" | "O"} mover @param {RankedMove} move */
function score({ t }, mover, { prospect, plies, proved, points }) {
  if (prospect === undefined) return t("analysis.estimate", { points: `${points && points > 0 ? "+" : ""}${points ?? 0}` });
  if (prospect === "draw") return t("analysis.draw");
  const mark = (prospect === "win") === (mover === "X") ? "X" : "O";
  if (plies === undefined) return t("analysis.win", { mark });
  return t(proved ? "analysis.win_in" : "analysis.likely", { mark, count: plies });
}

/** @param {Replay} replay @param {FullRecord} record */
function hasEnded({ ply }, { game }) {
  return ply >= game.moves.length && game.over !== null;
}

/** The search of each page that has begun one. @type {WeakMap<App, Deepening>} */
const deepenings = new WeakMap();

/** @param {App} app */
function deepeningOf(app) {
  const there = deepenings.get(app) ?? createDeepening({
    wanted() {
      const { replay, analysing } = app.ui;
      if (!analysing || document.hidden || !replay?.record || replay.playing || hasEnded(replay, replay.record)) return null;
      return { record: replay.record, ply: replay.ply };
    },
    steps: () => app.state.welcome?.features.includes("positions") ? STEPS : ONE_STEP,
    ask: ({ record: { settings, game }, ply }, positions) => app.session.analyse(settings.rules, game.moves.slice(0, ply).map(({ cell }) => cell), positions),
    found: app.redraw,
    failed(outcome) {
      app.set({ analysing: false });
      app.say("error" in outcome ? refusal({ t: app.t, view: null }, outcome.error, app.serverNow()) : app.t("page.link.dropped"), "alert");
    },
    timers: { set: (f, ms) => Number(setTimeout(f, ms)), clear: (id) => clearTimeout(id) },
  });
  deepenings.set(app, there);
  return there;
}
