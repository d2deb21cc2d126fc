/**
 * The fold of events into the view. It only assigns; it is held to `protocol/transcripts/`, as the fold in Rust is.
 *
 * @import { EventFrame, Frame, NextTurn, Over, Score, Seat, Turn } from "oxo"
 * @import { FullGame, FullSeated, FullView } from "./view.js"
 */

import { fullSettings } from "./settings.js";
import { fullGame, fullSeated, fullView, NO_SCORE } from "./view.js";

/** The view before the first event. */
export const EMPTY = fullView({ seq: 0, at_ms: 0, settings: {}, seats: { host: null, guest: null }, score: NO_SCORE, closes_ms: 0 });

/**
 * Whether a frame is an event, of whatever type: only events and whole rooms have a number.
 * @param {Frame} frame
 * @returns {frame is EventFrame}
 */
export function isEvent(frame) {
  return "seq" in frame && frame.type !== "room";
}

/**
 * The view after an event. An event of an unknown type changes only number and time.
 * @param {FullView} view  stays as it is
 * @param {EventFrame} event
 * @returns {FullView}
 */
export function fold(view, event) {
  return { ...view, seq: event.seq, at_ms: event.at_ms, ...changes(view, event) };
}

/** @param {FullView} view @param {EventFrame} event @returns {Partial<FullView>} */
function changes(view, event) {
  switch (event.type) {
    case "created":
      return {
        settings: fullSettings(event.settings),
        seats: { ...view.seats, host: fullSeated({ player: event.host }) },
        closes_ms: event.closes_ms,
        empty_until_ms: event.empty_until_ms ?? null,
      };
    case "joined":
      return {
        seats: { ...view.seats, [event.seat]: fullSeated({ player: event.player }) },
        score: event.score ?? NO_SCORE,
        empty_until_ms: null,
        ...(event.replaced ? withGame(view, { replaced: event.replaced, turn: turnOf(view, event) }) : {}),
      };
    case "started":
      return { offer: null, empty_until_ms: null, game: started(view, event) };
    case "moved":
      return moved(view, event);
    case "chosen":
      return chosen(view, event);
    case "finished":
      return { offer: null, ...ended(view, event.clocks ? { clocks: event.clocks } : {}, event.over, event) };
    case "taken_back":
      return { offer: null, ...takenBack(view, event) };
    case "offered":
      return { offer: event.offer, offers: event.offer.id };
    case "offer_closed":
      return { offer: null, seats: withSeat(view, event.by, { may_offer_ms: event.again_ms }) };
    case "lost": {
      const lost = { cause: event.cause, since_ms: event.at_ms, deadline_ms: event.deadline_ms };
      return { seats: withSeat(view, event.seat, { lost }), empty_until_ms: event.empty_until_ms ?? null };
    }
    case "returned":
      return { seats: withSeat(view, event.seat, { lost: null }), empty_until_ms: null, ...resumed(view, event) };
    case "left":
    case "removed":
      return {
        seats: { ...view.seats, [event.seat]: null },
        offer: null,
        empty_until_ms: event.empty_until_ms ?? null,
      };
    case "renamed":
      return { seats: withSeat(view, event.seat, { player: event.player }) };
    case "away":
      return away(view, event);
    case "ended":
      return { ended: event.reason, offer: null, ...(event.over ? ended(view, {}, event.over, {}) : {}) };
    default:
      return {};
  }
}

/**
 * The turn of an event, completed.
 * @param {FullView} view  before the event
 * @param {{ at_ms: number, turn?: NextTurn | null }} event
 * @returns {Turn | null}
 */
function turnOf({ game }, { at_ms, turn }) {
  return turn ? { ...turn, since_ms: turn.since_ms ?? at_ms, limit: turn.limit ?? game?.turn?.limit ?? "idle" } : null;
}

/**
 * A computer's turn whose clock has stood.
 * @param {FullView} view @param {Extract<EventFrame, { type: "returned" }>} event
 */
function resumed(view, event) {
  return event.turn ? withGame(view, { turn: turnOf(view, event) }) : {};
}

/** @param {FullView} view @param {Extract<EventFrame, { type: "started" }>} event @returns {FullGame} */
function started(view, event) {
  const { game: number, x, at_ms, clocks = null, opening = null } = event;
  return fullGame({ number, x, started_ms: at_ms, first_clocks: clocks, clocks, turn: turnOf({ ...view, game: null }, event), opening });
}

/**
 * A move of whose turn it was.
 * @param {FullView} view
 * @param {Extract<EventFrame, { type: "moved" }>} event
 * @returns {Partial<FullView>}
 */
function moved(view, event) {
  const { game } = view;
  if (!game?.turn) return {};
  const { at_ms, cell, clock_ms } = event;
  const { seat } = game.turn;
  const mark = event.mark ?? (seat === game.x ? "X" : "O");
  const move = { cell, mark, at_ms, ...(clock_ms == null ? {} : { clock_ms }) };
  const change = {
    moves: [...game.moves, move],
    clocks: game.clocks && clock_ms != null ? { ...game.clocks, [seat]: clock_ms } : game.clocks,
    turn: turnOf(view, event),
    lines: event.lines ?? [],
    no_open_lines: event.no_open_lines ?? false,
    opening: event.opening ?? null,
  };
  return {
    seats: withSeat(view, seat, { moved: true }),
    ...(event.lapsed_offer == null ? {} : { offer: null }),
    ...(event.over ? ended(view, change, event.over, event) : withGame(view, change)),
  };
}

/**
 * A choice of whose turn it was.
 * @param {FullView} view
 * @param {Extract<EventFrame, { type: "chosen" }>} event
 * @returns {Partial<FullView>}
 */
function chosen(view, event) {
  const { game } = view;
  if (!game?.turn) return {};
  const { clock_ms, choice } = event;
  const { seat: by } = game.turn;
  const clocks = game.clocks && clock_ms != null ? { ...game.clocks, [by]: clock_ms } : game.clocks;
  const made = { ply: game.moves.length, by, choice, ...(clocks ? { clocks } : {}) };
  return {
    ...(event.lapsed_offer == null ? {} : { offer: null }),
    seats: withSeat(view, by, { moved: true }),
    ...withGame(view, { x: event.x ?? game.x, clocks, choices: [...game.choices, made], turn: turnOf(view, event), opening: event.opening ?? null }),
  };
}

/**
 * @param {FullView} view
 * @param {Extract<EventFrame, { type: "taken_back" }>} event
 * @returns {Partial<FullView>}
 */
function takenBack(view, event) {
  const { game } = view;
  return game ? withGame(view, {
    moves: game.moves.slice(0, event.ply),
    clocks: event.clocks ?? game.clocks,
    turn: turnOf(view, event),
    lines: [],
    no_open_lines: event.no_open_lines ?? false,
  }) : {};
}

/**
 * What a game's end assigns.
 * @param {FullView} view
 * @param {Partial<FullGame>} change  what the event assigns to the game besides
 * @param {Over} over
 * @param {{ score?: Score | null, empty_until_ms?: number | null }} beside  what stands beside it in the event
 * @returns {Partial<FullView>}
 */
function ended(view, change, over, { score, empty_until_ms }) {
  return {
    score: score ?? view.score,
    empty_until_ms: empty_until_ms ?? null,
    ...withGame(view, { ...change, turn: null, over }),
  };
}

/**
 * @param {FullView} view
 * @param {Extract<EventFrame, { type: "away" }>} event
 * @returns {Partial<FullView>}
 */
function away(view, event) {
  const { at_ms, closes_ms, deadline_ms } = event;
  /** @param {FullSeated | null} seat */
  const lost = (seat) => seat && deadline_ms != null && !seat.player.computer ? {
    ...seat,
    lost: { cause: seat.lost?.cause ?? /** @type {const} */ ("restart"), since_ms: at_ms, deadline_ms },
  } : seat;
  return {
    closes_ms,
    offer: event.offer ?? null,
    empty_until_ms: event.empty_until_ms ?? null,
    seats: { host: lost(view.seats.host), guest: lost(view.seats.guest) },
    ...withGame(view, { turn: turnOf(view, event), ...(event.clocks ? { clocks: event.clocks } : {}) }),
  };
}

/**
 * A change to the game, if there is one.
 * @param {FullView} view
 * @param {Partial<FullGame>} change
 * @returns {Partial<FullView>}
 */
function withGame({ game }, change) {
  return game ? { game: { ...game, ...change } } : {};
}

/**
 * The seats with a change to one, if somebody sits there.
 * @param {FullView} view
 * @param {Seat} seat
 * @param {Partial<FullSeated>} change
 * @returns {Record<Seat, FullSeated | null>}
 */
function withSeat({ seats }, seat, change) {
  const was = seats[seat];
  return was ? { ...seats, [seat]: { ...was, ...change } } : seats;
}
