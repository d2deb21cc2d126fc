/** The server's review of a finished game: requested once, shown beside the moves. */
import { cellName } from "../i18n/names.js";
import { refusal } from "../i18n/speech.js";
import { h } from "./dom.js";

/** @import { App } from "./app.js" */
/** @import { Sign } from "./board.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Review } from "oxo" */
/** @import { FullRecord } from "../net/view.js" */

/** Requests the review, if it is to be shown and not there yet. @param {App} app */
export async function askReview(app) {
  const { replay, reviewing } = app.ui;
  if (!reviewing || !replay?.record || replay.review) return;
  const { record } = replay;
  app.set({ replay: { ...replay, review: "asked" } });
  const outcome = await app.session.review(record.settings.rules, record.game.moves.map(({ cell }) => cell));
  const now = app.ui.replay;
  if (now?.record?.game.started_ms !== record.game.started_ms) return;
  if ("ok" in outcome && outcome.ok.type === "review") return app.set({ replay: { ...now, review: outcome.ok } });
  const why = "error" in outcome
    ? refusal({ t: app.t, view: null }, outcome.error, app.serverNow())
    : app.t("page.link.dropped");
  app.set({ replay: { ...now, review: null }, reviewing: false });
  app.say(why, "alert");
}

/** Shows it, or hides it again. @param {App} app */
export function toggleReview(app) {
  app.set({ reviewing: !app.ui.reviewing, message: null });
  void askReview(app);
}

/** The review, if it is to be shown. @param {App} app @param {Replay} replay @returns {Review | null} */
export function shownReview({ ui }, { review }) {
  return ui.reviewing && review && review !== "asked" ? review : null;
}

/**
 * The signs on the board after so many moves: the verdict on the last one, and the better cells.
 * @param {Review | null} review
 * @param {FullRecord} record
 * @param {number} ply
 * @returns {ReadonlyMap<number, Sign>}
 */
export function signsAt(review, { game }, ply) {
  const [move, found] = [game.moves[ply - 1], review?.moves[ply - 1]];
  if (!move || !found || found.verdict === "kept") return new Map();
  const better = found.verdict === "lost" ? found.best.filter((cell) => cell !== move.cell) : [];
  return new Map([...better.map((cell) => /** @type {const} */ ([cell, "better"])), [move.cell, found.verdict]]);
}

/** The verdict on the last move, in words. @param {App} app @param {Replay} replay @param {FullRecord} record */
export function verdict(app, replay, record) {
  const { t, ui } = app;
  if (ui.reviewing && replay.review === "asked") return h("p", { class: "verdict", "data-testid": "verdict" }, t("page.review.asked"));
  const review = shownReview(app, replay);
  if (!review) return ui.message?.tone === "alert" && h("p", { class: "verdict problem", "data-testid": "verdict" }, ui.message.text);
  return h("div", { class: "verdict", "data-testid": "verdict" },
    h("p", null, h("b", null, ofMove(app, review, record, replay.ply) || mistakes(app, review, record))),
    h("p", { class: "hint" }, t(review.exact ? "page.review.exact" : "page.review.opinion")));
}

/** @param {App} app @param {Review} review @param {FullRecord} record @param {number} ply */
function ofMove({ t }, review, { settings: { rules }, game }, ply) {
  const [move, found] = [game.moves[ply - 1], review.moves[ply - 1]];
  if (!move || !found) return "";
  const cell = cellName(rules, move.cell);
  switch (found.verdict) {
    case "lost": return t("page.review.lost", { cell, cells: found.best.map((better) => cellName(rules, better)).join(", ") });
    case "only": return t("page.review.only", { cell });
    default: return t("page.review.kept", { cell });
  }
}

/** How many mistakes each side made. @param {App} app @param {Review} review @param {FullRecord} record */
function mistakes({ t }, review, { game }) {
  const of = (/** @type {"X" | "O"} */ mark) =>
    review.moves.filter((found, n) => found?.verdict === "lost" && game.moves[n]?.mark === mark).length;
  return t("page.review.sum", { x: of("X"), o: of("O") });
}
