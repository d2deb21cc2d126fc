/**
 * Events in words. Held to `tests/spoken/`, as the terminal's table is, so that both say the same.
 *
 * @import { EventFrame, Notice, Offer, OpeningChoice, Over, Phrase, Reaction, RoomEnd, Seat } from "oxo"
 * @import { FullGame, FullView } from "../net/view.js"
 * @import { Params, Say } from "./locale.js"
 */

import { seconds } from "../net/clock.js";
import { leftToPlace, nextMark, other, running } from "../net/view.js";
import { coded } from "./locale.js";
import { cellName, playerName, seatName } from "./names.js";
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
      const { t, me, view } = scene;
      if (me === null || me === frame.seat || !running(view)) return [sentence(scene, was, frame)];
      // Who plays on reads the same once, with what they may do about it.
      const left = seconds(frame.deadline_ms - frame.at_ms);
      const name = seatName(scene, view, frame.seat);
      return [left > 0 ? coded(t, "absent.", frame.cause, "link", { name, count: left }) : t("absent.over", { name })];
    }
    default:
      return [sentence(scene, was, frame)];
  }
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
 */
function sentence(scene, was, happened) {
  const { t, me } = scene;
  switch (happened.type) {
    case "created":
      return about(scene, "host", "event.created.", {}, playerName(t, happened.host));
    case "joined": {
      const name = seatName(scene, scene.view, happened.seat);
      const before = happened.replaced && playerName(t, happened.replaced.player);
      if (me !== happened.seat && before) return t("event.joined.replacing", { name, before });
      return about(scene, happened.seat, "event.joined.", {}, name);
    }
    case "started":
      return started(scene, happened.game, happened.x, happened.turn.seat);
    case "moved":
      return moved(scene, was);
    case "chosen":
      return chosen(scene, was, happened.choice);
    case "taken_back":
      return about(scene, happened.by, "event.taken_back.", { count: happened.ply });
    case "offered":
      return offer(scene, happened.offer);
    case "offer_closed":
      return happened.reason === "expired" ? t("event.expired") : about(scene, other(happened.by), "event.declined.");
    case "lost":
      return about(scene, happened.seat, `event.lost.${t.has(`event.lost.${happened.cause}.you`) ? happened.cause : "link"}.`);
    case "returned":
      return about(scene, happened.seat, "event.returned.");
    case "left":
      return about(was, happened.seat, "event.left.");
    case "removed":
      return t("event.removed", { room: happened.room });
    case "renamed": {
      const name = seatName(scene, scene.view, happened.seat);
      if (me === happened.seat) return t("event.renamed.you", { name });
      return t("event.renamed.other", { name, before: seatName(was, was.view, happened.seat) });
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
 * A sentence about somebody: `you` to themselves, `other`, with their name, to everybody else.
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {string} stem  what both keys begin with, up to and including a dot
 * @param {Params} [params]
 * @param {string} [name]
 */
function about({ t, me, view }, seat, stem, params = {}, name = seatName({ t, me }, view, seat)) {
  return me === seat ? t(`${stem}you`, params) : t(`${stem}other`, { ...params, name });
}

/**
 * @param {Scene} scene
 * @param {number} game
 * @param {Seat} x
 * @param {Seat} first  who begins
 */
function started({ t, me, view }, game, x, first) {
  // Marks are nobody's yet.
  if (view.game?.opening) return about({ t, me, view }, first, "event.started.opening.", { game });
  const [mark, reply] = first === x ? ["X", "O"] : ["O", "X"];
  if (me === first) return t("event.started.first", { game, mark });
  if (me) return t("event.started.second", { game, mark: reply, name: seatName({ t, me }, view, first), first: mark });
  return t("event.started.watched", { game, name: seatName({ t, me }, view, first), first: mark, second: seatName({ t, me }, view, other(first)), mark: reply });
}

/**
 * @param {Scene} scene  after the move
 * @param {Scene} was  before it
 */
function moved(scene, was) {
  const { t, view } = scene;
  const seat = was.view.game?.turn?.seat;
  const move = view.game?.moves.at(-1);
  if (!seat || !move) return t("event.unknown");
  return about(scene, seat, "event.moved.", { mark: move.mark, cell: cellName(view.settings.rules, move.cell) });
}

/** @param {Scene} scene @param {Scene} was @param {OpeningChoice} choice */
function chosen(scene, { view }, choice) {
  const by = view.game?.turn?.seat;
  if (!by) return scene.t("event.unknown");
  return choice === "place_two" ? about(scene, by, "event.chosen.two.") : about(scene, by, "event.chosen.mark.", { mark: choice });
}

/** What is to be done in the opening of a game. @param {Scene} scene @param {FullGame} game */
export function opening({ t, me, view }, game) {
  const seat = game.turn?.seat;
  if (!game.opening || !seat) return null;
  const mark = nextMark(view, game);
  const placed = mark === "X" ? "O" : "X";
  const name = seatName({ t, me }, view, seat);
  if (game.opening === "place") {
    const count = leftToPlace(view, game);
    return seat === me ? t("opening.place.you", { mark, count }) : t("opening.place.other", { name, mark, count });
  }
  if (seat !== me) return t("opening.choose.other", { name });
  return game.opening === "place_or_choose" ? t("opening.place_or_choose.you", { mark, placed }) : t(`opening.${game.opening}.you`, { mark });
}

/** Why a room ended. @param {Say} t @param {RoomEnd} why */
export function ended(t, why) {
  return coded(t, "event.ended.", why, "age");
}

/**
 * The notice of the server's operator to everybody, each part in a line of its own.
 * @param {{ t: Say, language: () => string }} locale
 * @param {Notice} notice
 * @returns {string[]}
 */
export function noticeLines({ t, language }, { closing, text, at_ms }) {
  const time = (/** @type {number} */ at) => new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(at);
  return [
    ...(closing ? [t("notice.closing")] : []),
    ...(text ? [t("notice.text", { time: time(at_ms ?? 0), text })] : []),
  ];
}

/** What is offered, and by whom. @param {Scene} scene @param {Offer} offer */
export function offer(scene, { kind, by, ply }) {
  const known = scene.t.has(`event.offered.${kind}.you`) ? kind : "rematch";
  return about(scene, by, `event.offered.${known}.`, kind === "takeback" ? { ply: ply ?? 0 } : {});
}

/** A phrase that somebody said. @param {Scene} scene @param {Reaction} reaction */
export function reaction(scene, { by, phrase: which }) {
  return about(scene, by, "table.said.", { phrase: phrase(scene.t, which) });
}

/** The sentence that says whose chat is notified of the games. @param {Omit<Scene, "view">} scene @param {FullView} view @param {Seat} seat */
export function chatNotice({ t, me }, view, seat) {
  return seat === me ? t("chat.yours") : t("chat.told", { name: seatName({ t, me }, view, seat) });
}

/** @type {readonly Phrase[]} */
export const PHRASES = ["hello", "good_luck", "well_played", "thanks", "oops", "one_more", "must_go", "goodbye"];

/** The words of a phrase. @param {Say} t @param {Phrase} phrase */
export function phrase(t, phrase) {
  return coded(t, "phrase.", phrase, "hello");
}
