/** The server's review of a finished game: requested once, then shown at each move and summed up. */
import { other, settledPlies } from "../net/view.js";
import { markOf } from "./selectors.js";
import { together } from "../i18n/locale.js";
import { cellName } from "../i18n/names.js";
import { refusal } from "../i18n/speech.js";

/** @import { App } from "./app.js" */
/** @import { Sign } from "./board.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Review, Verdict } from "oxo" */
/** @import { FullRecord } from "../net/view.js" */
/** @import { Say } from "../i18n/locale.js" */

/** How many better cells a sentence names at most; the board shows all. */
const NAMED = 3;

/** Requests the review, if it is to be shown and not there yet. @param {App} app */
export async function askReview(app) {
  const { replay, reviewing } = app.ui;
  if (!reviewing || !replay?.record || replay.review) return;
  const { record } = replay;
  app.set({ replay: { ...replay, review: "asked" } });
  const outcome = await app.session.review(record.settings.rules, record.game.moves.map(({ cell }) => cell));
  const now = app.ui.replay;
  if (now?.record?.game.started_ms !== record.game.started_ms) return;
  if ("ok" in outcome && outcome.ok.type === "review") {
    // The marks of an opening are placed for the sake of the choice, not to win by them.
    const settled = settledPlies(record.game);
    const moves = outcome.ok.moves.map((found, ply) => ply < settled ? null : found);
    return arrived(app, now, { ...outcome.ok, moves });
  }
  const why = "error" in outcome
    ? refusal({ t: app.t, view: null }, outcome.error, app.serverNow())
    : app.t("page.link.dropped");
  app.set({ replay: { ...now, review: null }, reviewing: false });
  app.say(why, "alert");
}

/** Shows the review from the moment that decided the game, unless the person has gone to another. @param {App} app @param {Replay} replay @param {Review} review */
function arrived(app, replay, review) {
  const { record, ply, playing } = replay;
  const atEnd = ply === record?.game.moves.length && !playing;
  const from = record && atEnd ? decisive(review, record) ?? mistakes(review).at(-1) ?? ply : ply;
  app.set({ replay: { ...replay, review, ply: from, fresh: false } });
  if (record) app.speak(sum(app.t, review, record));
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

/** The moves that threw something away, numbered from 1. @param {Review} review @returns {number[]} */
export function mistakes({ moves }) {
  return moves.flatMap((found, n) => found?.verdict === "lost" ? [n + 1] : []);
}

/**
 * The move that decided the game: the loser's last mistake, if the winner made none after it. Nothing where nobody won.
 * @param {Review} review
 * @param {FullRecord} record
 * @returns {number | null}
 */
export function decisive(review, { game }) {
  const winner = game.over?.result === "won" ? game.over.winner : null;
  const last = mistakes(review).at(-1);
  if (!winner || last === undefined) return null;
  return game.moves[last - 1]?.mark === markOf(game, other(winner)) ? last : null;
}

/**
 * The signs on the board after `ply` moves: the verdict on the last one, and the better cells.
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

/**
 * What is said while a review is wanted: of the move shown last, and of the whole game. Nothing else while it is not.
 * @param {App} app
 * @param {Replay} replay
 * @param {FullRecord} record
 * @returns {{ move?: string, game: string, alert?: boolean } | null}
 */
export function verdict(app, replay, record) {
  const { t, ui } = app;
  if (ui.reviewing && replay.review === "asked") return { game: t("page.review.asked") };
  const review = shownReview(app, replay);
  if (!review) return ui.message?.tone === "alert" ? { game: ui.message.text, alert: true } : null;
  const atEnd = replay.ply >= record.game.moves.length;
  const count = settledPlies(record.game);
  const settled = count > 0 && t("page.review.settled", { count });
  return { ...(atEnd ? {} : { move: ofMove(t, review, record, replay.ply) }), game: together([sum(t, review, record), settled, t(review.exact ? "page.review.exact" : "page.review.opinion")]) };
}

/** @param {Say} t @param {Review} review @param {FullRecord} record @param {number} ply */
function ofMove(t, review, { settings: { rules }, game }, ply) {
  const [move, found] = [game.moves[ply - 1], review.moves[ply - 1]];
  if (!move) return "";
  const cell = cellName(rules, move.cell);
  if (ply <= settledPlies(game)) return t("page.review.opening", { cell });
  if (!found) return "";
  const better = found.best.filter((one) => one !== move.cell).map((one) => cellName(rules, one));
  const cells = better.slice(0, NAMED).join(", ");
  const sentence = worth(t, found.verdict, cell, cells);
  // Where all of it is proved, that is said of the whole.
  return review.exact ? sentence : t(found.proved ? "mistakes.proved" : "mistakes.likely", { sentence });
}

/** @param {Say} t @param {Verdict} verdict @param {string} cell @param {string} cells the better ones */
function worth(t, verdict, cell, cells) {
  switch (verdict) {
    case "lost": return cells ? t("page.review.lost", { cell, cells }) : t("page.review.lost.all", { cell });
    case "only": return t("page.review.only", { cell });
    default: return t("page.review.kept", { cell });
  }
}

/** How many mistakes were made, and which move decided the game. @param {Say} t @param {Review} review @param {FullRecord} record */
function sum(t, review, record) {
  const { length: count } = mistakes(review);
  const number = decisive(review, record);
  if (count === 0) return t("mistakes.none");
  return number === null ? t("mistakes.some", { count }) : t("mistakes.decided", { count, number });
}
