/**
 * The one table from what happened to the sentence that says it. Held to `tests/spoken/`, as the terminal's
 * table is, so that both say the same.
 *
 * @import { EventFrame, Offer, Over, Phrase, Reaction, RoomEnd, Seat } from "oxo"
 * @import { FullView } from "../net/view.js"
 * @import { Say } from "./locale.js"
 */

import { seconds } from "../net/clock.js";
import { cellName, other, playerName, seatName } from "./names.js";
import { replaced, result, score } from "./over.js";

export { replaced, result, score } from "./over.js";
export { bye, refusal, unqueued } from "./refusal.js";

/**
 * Who is spoken to, and about which room.
 * @typedef {object} Scene
 * @property {Say} t
 * @property {Seat | null} me  one's own seat; nothing for a spectator
 * @property {FullView} view
 */

/**
 * The sentences of an event, given the view before it and the scene after. Where the server
 * keeps the game is not among them: the page shows that as a link.
 * @param {Scene} scene
 * @param {FullView} before
 * @param {EventFrame} frame
 * @returns {string[]}
 */
export function event(scene, before, frame) {
  const was = { ...scene, view: before };
  switch (frame.type) {
    case "finished":
      return end(scene, was, frame.over);
    case "moved":
    case "ended": {
      const said = sentence(scene, was, frame);
      return frame.over ? [said, ...end(scene, was, frame.over)] : [said];
    }
    case "lost": {
      const said = sentence(scene, was, frame);
      if (!isRunning(scene.view)) return [said];
      return [said, scene.t("event.lost.grace", { count: seconds(frame.deadline_ms - frame.at_ms) })];
    }
    default:
      return [sentence(scene, was, frame)];
  }
}

/** @param {FullView} view */
function isRunning(view) {
  return view.game != null && view.game.over == null;
}

/**
 * The result with the score that follows from it, by the names of those who played.
 * @param {Scene} scene  after the event
 * @param {Scene} was  before it
 * @param {Over} over
 */
function end(scene, was, over) {
  const instead = was.view.game?.replaced;
  return [result(was, over), ...(instead ? [replaced(was, instead)] : []), score(was, scene.view.score)];
}

/**
 * @param {Scene} scene  after the event
 * @param {Scene} was  before it
 * @param {EventFrame} happened
 * @returns {string}
 */
function sentence(scene, was, happened) {
  const { t, me } = scene;
  switch (happened.type) {
    case "created":
      if (me === "host") return t("event.created.you");
      return t("event.created.other", { name: playerName(t, happened.host) });
    case "joined":
      if (me === happened.seat) return t("event.joined.you");
      if (happened.replaced) {
        return t("event.joined.replacing", { name: playerName(t, happened.player), before: playerName(t, happened.replaced.player) });
      }
      return t("event.joined.other", { name: playerName(t, happened.player) });
    case "started":
      return started(scene, happened.game, happened.x, happened.turn.seat);
    case "moved":
      return moved(scene, was);
    case "taken_back":
      if (me === happened.by) return t("event.taken_back.you", { count: happened.ply });
      return t("event.taken_back.other", { count: happened.ply, name: name(scene, happened.by) });
    case "offered":
      return offer(scene, happened.offer);
    case "offer_closed":
      if (happened.reason === "expired") return t("event.expired");
      if (me === other(happened.by)) return t("event.declined.you");
      return t("event.declined.other", { name: name(scene, other(happened.by)) });
    case "lost":
      return lost(scene, happened);
    case "returned":
      if (me === happened.seat) return t("event.returned.you");
      return t("event.returned.other", { name: name(scene, happened.seat) });
    case "left":
      if (me === happened.seat) return t("event.left.you");
      return t("event.left.other", { name: name(was, happened.seat) });
    case "removed":
      return t("event.removed", { room: happened.room });
    case "renamed": {
      const called = playerName(t, happened.player);
      if (me === happened.seat) return t("event.renamed.you", { name: called });
      return t("event.renamed.other", { before: name(was, happened.seat), name: called });
    }
    case "away":
      return t("event.away", { count: seconds(happened.lost_ms) });
    case "ended":
      return ended(t, happened.reason);
    default:
      return t("event.unknown");
  }
}

/**
 * @param {Scene} scene
 * @param {Seat} seat
 */
function name(scene, seat) {
  return seatName(scene.t, scene.view, seat);
}

/**
 * @param {Scene} scene
 * @param {number} game
 * @param {Seat} x
 * @param {Seat} first  who begins
 */
function started(scene, game, x, first) {
  const { t, me } = scene;
  const [mark, reply] = first === x ? ["X", "O"] : ["O", "X"];
  if (me === first) return t("event.started.first", { game, mark });
  if (me) return t("event.started.second", { game, mark: reply, name: name(scene, first), first: mark });
  return t("event.started.watched", { game, name: name(scene, first), first: mark, second: name(scene, other(first)), mark: reply });
}

/**
 * @param {Scene} scene  after the move
 * @param {Scene} was  before it
 */
function moved(scene, was) {
  const { t, me, view } = scene;
  const seat = was.view.game?.turn?.seat;
  const move = view.game?.moves.at(-1);
  if (!seat || !move) return t("event.unknown");
  const cell = cellName(view.settings.rules, move.cell);
  if (me === seat) return t("event.moved.you", { mark: move.mark, cell });
  return t("event.moved.other", { name: name(scene, seat), mark: move.mark, cell });
}

/**
 * @param {Scene} scene
 * @param {Extract<EventFrame, { type: "lost" }>} happened
 */
function lost(scene, { seat, cause }) {
  const { t, me } = scene;
  const who = { name: name(scene, seat) };
  switch (cause) {
    case "left":
      return me === seat ? t("event.lost.left.you") : t("event.lost.left.other", who);
    case "restart":
      return me === seat ? t("event.lost.restart.you") : t("event.lost.restart.other", who);
    default:
      return me === seat ? t("event.lost.link.you") : t("event.lost.link.other", who);
  }
}

/**
 * @param {Say} t
 * @param {RoomEnd} why
 */
function ended(t, why) {
  switch (why) {
    case "left":
      return t("event.ended.left");
    case "empty":
      return t("event.ended.empty");
    default:
      return t("event.ended.age");
  }
}

/**
 * What is offered, and by whom.
 * @param {Scene} scene
 * @param {Offer} offer
 * @returns {string}
 */
export function offer(scene, { kind, by, ply: number }) {
  const { t } = scene;
  const mine = scene.me === by;
  const who = { name: name(scene, by) };
  const ply = number ?? 0;
  switch (kind) {
    case "draw":
      return mine ? t("event.offered.draw.you") : t("event.offered.draw.other", who);
    case "takeback":
      if (mine) return t("event.offered.takeback.you", { ply });
      return t("event.offered.takeback.other", { name: who.name, ply });
    case "restart":
      return mine ? t("event.offered.restart.you") : t("event.offered.restart.other", who);
    default:
      return mine ? t("event.offered.rematch.you") : t("event.offered.rematch.other", who);
  }
}

/**
 * A phrase that somebody said.
 * @param {Scene} scene
 * @param {Reaction} reaction
 * @returns {string}
 */
export function reaction(scene, { by, phrase: which }) {
  const { t } = scene;
  const words = phrase(t, which);
  if (scene.me === by) return t("table.said.you", { phrase: words });
  return t("table.said.other", { name: name(scene, by), phrase: words });
}

/** @type {readonly Phrase[]} */
export const PHRASES = ["hello", "good_luck", "well_played", "thanks", "oops", "one_more", "must_go", "goodbye"];

/**
 * The words of a phrase.
 * @param {Say} t
 * @param {Phrase} phrase
 * @returns {string}
 */
export function phrase(t, phrase) {
  switch (phrase) {
    case "good_luck":
      return t("phrase.good_luck");
    case "well_played":
      return t("phrase.well_played");
    case "thanks":
      return t("phrase.thanks");
    case "oops":
      return t("phrase.oops");
    case "one_more":
      return t("phrase.one_more");
    case "must_go":
      return t("phrase.must_go");
    case "goodbye":
      return t("phrase.goodbye");
    default:
      return t("phrase.hello");
  }
}
