/**
 * The fold: how an event changes the view. It only assigns what the event says; it is held to
 * `protocol/transcripts/`, as the fold in Rust is.
 *
 * Knows nothing of the rules, nor of why anything happened.
 *
 * @import { BySeat, Event, EventFrame, GameView, Over, Player, Seat, Seated, View } from "oxo"
 */

/**
 * The view before the first event.
 * @type {View}
 */
export const EMPTY = {
  seq: 0,
  at_ms: 0,
  settings: {
    rules: { width: 3, height: 3, line: 3 },
    clock: { type: "none" },
    first: "random",
    alternate: "yes",
    watching: "link",
    listed: false,
  },
  seats: { host: null, guest: null },
  score: { host: 0, guest: 0, draws: 0 },
  game: null,
  offer: null,
  offers: 0,
  closes_ms: 0,
  empty_until_ms: null,
  ended: null,
};

/**
 * The view after an event. An event of an unknown type changes only number and time.
 * @param {View} view  stays as it is
 * @param {EventFrame} frame
 * @returns {View}
 */
export function fold(view, { seq, at_ms, event }) {
  return { ...view, seq, at_ms, ...changes(view, at_ms, event) };
}

/**
 * @param {View} view
 * @param {number} atMs
 * @param {Event} event
 * @returns {Partial<View>}
 */
function changes(view, atMs, event) {
  switch (event.type) {
    case "created":
      return {
        settings: event.settings,
        seats: { ...view.seats, host: seated(event.host) },
        closes_ms: event.closes_ms,
      };
    case "joined":
      return {
        seats: { ...view.seats, [event.seat]: seated(event.player) },
        score: event.score,
        empty_until_ms: null,
        ...replacing(view, event),
      };
    case "started":
      return { offer: null, game: started(atMs, event) };
    case "moved":
      return moved(view, atMs, event);
    case "finished":
      return { offer: null, ...ended(view, { clocks: event.clocks ?? null }, event.over) };
    case "taken_back":
      return {
        offer: null,
        game: view.game && {
          ...view.game,
          moves: view.game.moves.slice(0, event.ply),
          clocks: event.clocks ?? null,
          turn: event.turn,
          lines: [],
          dead: event.dead,
        },
      };
    case "offered":
      return { offer: event.offer, offers: event.offer.id };
    case "offer_closed":
      return { offer: null, seats: withSeat(view, event.by, { may_offer_ms: event.again_ms }) };
    case "lost": {
      const lost = { cause: event.cause, since_ms: atMs, deadline_ms: event.deadline_ms };
      return {
        seats: withSeat(view, event.seat, { lost }),
        empty_until_ms: event.empty_until_ms ?? null,
      };
    }
    case "returned":
      return { seats: withSeat(view, event.seat, { lost: null }), empty_until_ms: null };
    case "left":
      return {
        seats: { ...view.seats, [event.seat]: null },
        offer: null,
        empty_until_ms: event.empty_until_ms ?? null,
      };
    case "removed":
      return { seats: { ...view.seats, [event.seat]: null }, offer: null };
    case "renamed":
      return { seats: withSeat(view, event.seat, { player: event.player }) };
    case "away":
      return away(view, atMs, event);
    case "ended":
      return { ended: event.why, offer: null, ...(event.over ? ended(view, {}, event.over) : {}) };
    default:
      return {};
  }
}

/**
 * What a computer that plays on in somebody's place assigns to the game.
 * @param {View} view
 * @param {Extract<Event, { type: "joined" }>} event
 * @returns {Partial<View>}
 */
function replacing({ game }, { replaced, turn = null }) {
  return replaced && game ? { game: { ...game, replaced, turn } } : {};
}

/**
 * @param {number} atMs
 * @param {Extract<Event, { type: "started" }>} event
 * @returns {GameView}
 */
function started(atMs, { game, x, clocks, turn }) {
  return {
    number: game,
    x,
    started_ms: atMs,
    first_clocks: clocks ?? null,
    clocks: clocks ?? null,
    moves: [],
    turn,
    lines: [],
    dead: false,
    over: null,
  };
}

/**
 * @param {View} view
 * @param {number} atMs
 * @param {Extract<Event, { type: "moved" }>} event
 * @returns {Partial<View>}
 */
function moved(view, atMs, { seat, mark, cell, clocks = null, turn = null, lines, dead, lapsed, over }) {
  const { game } = view;
  const move = { cell, mark, at_ms: atMs, ...(clocks ? { clocks } : {}) };
  const change = game ? { moves: [...game.moves, move], clocks, turn, lines, dead } : {};
  return {
    seats: withSeat(view, seat, { moved: true }),
    ...(lapsed != null ? { offer: null } : {}),
    ...(over ? ended(view, change, over) : { game: game && { ...game, ...change } }),
  };
}

/**
 * What a game's end assigns.
 * @param {View} view
 * @param {Partial<GameView>} change  what the event assigns to the game besides
 * @param {Over} over
 * @returns {Partial<View>}
 */
function ended({ game }, change, over) {
  return {
    score: over.score,
    empty_until_ms: over.empty_until_ms ?? null,
    game: game && { ...game, ...change, turn: null, over },
  };
}

/**
 * @param {View} view
 * @param {number} atMs
 * @param {Extract<Event, { type: "away" }>} event
 * @returns {Partial<View>}
 */
function away(view, atMs, { closes_ms, clocks, turn, offer, deadline_ms, empty_until_ms }) {
  /** @param {Seated | null} seat */
  const lost = (seat) => seat && !seat.player.computer ? {
    ...seat,
    lost: { cause: seat.lost?.cause ?? /** @type {const} */ ("restart"), since_ms: atMs, deadline_ms },
  } : seat;
  return {
    closes_ms,
    offer: offer ?? null,
    empty_until_ms: empty_until_ms ?? null,
    game: view.game && { ...view.game, clocks: clocks ?? null, turn: turn ?? null },
    seats: { host: lost(view.seats.host), guest: lost(view.seats.guest) },
  };
}

/**
 * @param {Player} player
 * @returns {Seated}
 */
function seated(player) {
  return { player, lost: null, may_offer_ms: null, moved: false };
}

/**
 * The seats with a change to one, if somebody sits there.
 * @param {View} view
 * @param {Seat} seat
 * @param {Partial<Seated>} change
 * @returns {BySeat<Seated | null>}
 */
function withSeat({ seats }, seat, change) {
  const was = seats[seat];
  return was ? { ...seats, [seat]: { ...was, ...change } } : seats;
}
