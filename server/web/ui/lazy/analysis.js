/** The computer's analysis of the position that a replay shows: its best moves, each with what it leads to and what follows. */
import { cellName } from "../../i18n/names.js";
import { refusal } from "../../i18n/speech.js";
import { nextMark } from "../../net/view.js";
import { h } from "../dom.js";

/** @import { App } from "../app.js" */
/** @import { Sign } from "../board.js" */
/** @import { Replay } from "../replay.js" */
/** @import { FullRecord } from "../../net/view.js" */
/** @import { RankedMove } from "oxo" */

/** How long a position stands there before it is asked about: who steps through a game looks at few. */
const STILL_MS = 250;

/** Shows the analysis, or hides it again. @param {App} app */
export function toggleAnalysis(app) {
  app.set({ analysing: !app.ui.analysing, message: null });
}

/** The signs on the board: the best moves, as far as they are known. @param {Replay} replay @returns {ReadonlyMap<number, Sign>} */
export function rankedSigns({ analysis, ply }) {
  const cells = analysis?.ply === ply ? analysis.moves.slice(0, 1).flatMap(({ line }) => line.slice(0, 1)) : [];
  return new Map(cells.map((cell) => [cell, /** @type {const} */ ("better")]));
}

/** @param {App} app @param {Replay} replay @param {FullRecord} record */
export function analysisPanel(app, replay, record) {
  const { t } = app;
  const isOver = replay.ply >= record.game.moves.length && record.game.over;
  if (!isOver) follow(app, replay, record);
  const found = replay.analysis?.ply === replay.ply ? replay.analysis : null;
  return h("div", { class: "analysis", key: "analysis", "data-testid": "analysis", "aria-live": "polite" },
    isOver ? h("p", { class: "hint" }, t("page.analysis.over"))
      : !found?.moves.length ? h("p", { class: "hint" }, t("page.analysis.asked"))
        : h("ol", null, found.moves.map((move) => ranked(app, record, replay.ply, move))));
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

/** Asks about the position, unless that is known or under way. @param {App} app @param {Replay} replay @param {FullRecord} record */
function follow(app, replay, record) {
  if (replay.playing || replay.analysis?.ply === replay.ply) return;
  const { ply } = replay;
  const analysis = { ply, moves: [] };
  /** Whether the replay stands there still. */
  const isHere = () => app.ui.analysing && app.ui.replay?.analysis === analysis && app.ui.replay.ply === ply;
  queueMicrotask(() => {
    if (!app.ui.analysing || app.ui.replay?.ply !== ply) return;
    app.set({ replay: { ...app.ui.replay, analysis } });
    setTimeout(() => { if (isHere()) void ask(app, record, ply, isHere); }, STILL_MS);
  });
}

/** @param {App} app @param {FullRecord} record @param {number} ply @param {() => boolean} isHere */
async function ask(app, record, ply, isHere) {
  const outcome = await app.session.analyse(record.settings.rules, record.game.moves.slice(0, ply).map(({ cell }) => cell));
  const { replay } = app.ui;
  if (!replay || !isHere()) return;
  if ("ok" in outcome && outcome.ok.type === "analysis") return app.set({ replay: { ...replay, analysis: { ply, moves: outcome.ok.moves } } });
  app.set({ analysing: false });
  app.say("error" in outcome ? refusal({ t: app.t, view: null }, outcome.error, app.serverNow()) : app.t("page.link.dropped"), "alert");
}
