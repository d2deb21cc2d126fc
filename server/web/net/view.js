/**
 * The view of a room with every field filled in: the wire leaves out what is empty, zero, false or a default.
 *
 * @import { GameView, Mark, Record as GameRecord, Seat, Seated, View } from "oxo"
 * @import { FullSettings } from "./settings.js"
 */

import { fullSettings } from "./settings.js";

/**
 * A type with every field filled in; those that are named are `null` where the wire has nothing.
 * @template T
 * @template {keyof T} Nullable
 * @typedef {Required<Omit<T, Nullable>> & { [K in Nullable]-?: NonNullable<T[K]> | null }} Filled
 */

/**
 * @typedef {Filled<Seated, "lost" | "may_offer_ms">} FullSeated
 * @typedef {Filled<GameView, "first_clocks" | "clocks" | "turn" | "over" | "replaced" | "opening">} FullGame
 * @typedef {Filled<Omit<View, "settings" | "seats" | "game">, "offer" | "empty_until_ms" | "ended"> & {
 *   settings: FullSettings, seats: Record<Seat, FullSeated | null>, game: FullGame | null,
 * }} FullView
 * @typedef {Omit<GameRecord, "settings" | "game"> & { settings: FullSettings, game: FullGame }} FullRecord
 */

/** Nobody has won yet. */
export const NO_SCORE = { host: 0, guest: 0, draws: 0 };

/** @param {Seated} seated @returns {FullSeated} */
export function fullSeated(seated) {
  return { lost: null, may_offer_ms: null, moved: false, ...seated };
}

/** @param {Pick<FullGame, "number" | "x" | "started_ms"> & Partial<FullGame>} game @returns {FullGame} */
export function fullGame(game) {
  return {
    first_clocks: null, clocks: null, moves: [], turn: null, lines: [], no_open_lines: false, over: null, replaced: null,
    opening: null, choices: [],
    ...game,
  };
}

/** @param {View} view @returns {FullView} */
export function fullView({ settings, seats: { host, guest }, game, ...more }) {
  return {
    offer: null, offers: 0, empty_until_ms: null, ended: null,
    ...more,
    settings: fullSettings(settings),
    seats: { host: host && fullSeated(host), guest: guest && fullSeated(guest) },
    game: game ? fullGame(game) : null,
  };
}

/** @param {GameRecord} record @returns {FullRecord} */
export function fullRecord({ settings, game, ...more }) {
  return { ...more, settings: fullSettings(settings), game: fullGame(game) };
}

/** The seat opposite. @param {Seat} seat @returns {Seat} */
export function other(seat) {
  return seat === "host" ? "guest" : "host";
}

/** Whether a move may take days. @param {Pick<FullView, "settings"> | null} view */
export function countsDays(view) {
  return view?.settings?.clock.type === "correspondence";
}

/** The game that is being played. @param {{ game: FullGame | null }} view */
export function running({ game }) {
  return game && !game.over ? game : null;
}

/** @param {FullGame} game @param {Seat} seat @returns {Mark} */
export function markOf(game, seat) {
  return game.x === seat ? "X" : "O";
}

/** The mark that is drawn next. @param {Pick<FullView, "settings">} view @param {FullGame} game @returns {Mark} */
export function nextMark({ settings }, { moves }) {
  return (moves.at(-1)?.mark ?? (settings.opens === "o" ? "X" : "O")) === "X" ? "O" : "X";
}

/** Whether both sides have acted: from then on neither calls the game off alone. @param {FullGame} game */
export function bothActed({ opening, choices, moves }) {
  return choices.length > 0 || !opening && moves.length > 1;
}

/** Seat that made the move of that number, from 0: an opening's marks were not yet theirs who placed them. @param {Pick<FullView, "settings">} view @param {FullGame} game @param {number} ply @returns {Seat} */
export function moverOf({ settings }, { x, opening, choices, moves }, ply) {
  const chosen = choices.find((choice) => choice.ply > ply);
  if (chosen) return other(chosen.by);
  if (opening) return choices.at(-1)?.by ?? (settings.opens === "o" ? other(x) : x);
  return moves[ply]?.mark === "X" ? x : other(x);
}

/** The clocks once the first moves had been made, if there are any. @param {Pick<FullView, "settings">} view @param {FullGame} game @param {number} ply */
export function clocksAfter(view, game, ply) {
  const chosenAt = (/** @type {number} */ at) => game.choices.findLast((choice) => choice.ply === at)?.clocks;
  let clocks = game.first_clocks;
  if (!clocks) return null;
  for (const [at, { clock_ms }] of game.moves.slice(0, ply).entries()) {
    clocks = chosenAt(at) ?? clocks;
    if (clock_ms != null) clocks = { ...clocks, [moverOf(view, game, at)]: clock_ms };
  }
  return chosenAt(ply) ?? clocks;
}

/** How many moves the opening settled; all of them, while it is going on. @param {FullGame} game */
export function settledPlies({ opening, choices, moves }) {
  return opening ? moves.length : choices.at(-1)?.ply ?? 0;
}

/** How many marks are to be placed, this one counted, before somebody chooses. @param {Pick<FullView, "settings">} view @param {FullGame} game */
export function leftToPlace({ settings }, { choices, moves }) {
  const chosen = choices.at(-1);
  const placed = chosen ? chosen.ply + 2 : settings.opening === "pie" ? 1 : 3;
  return Math.max(placed - moves.length, 1);
}

/** Whether who acts has to choose before they may place a mark. @param {FullGame} game */
export function mustChoose({ opening }) {
  return opening?.startsWith("choose") ?? false;
}

/**
 * The record of a room's game, once it is over and if a move was made in it.
 * @param {string} room  its code
 * @param {FullView} view
 * @returns {FullRecord | null}
 */
export function recordOf(room, { settings, seats, score, game }) {
  if (!game?.over || game.moves.length === 0) return null;
  const players = { host: seats.host?.player ?? null, guest: seats.guest?.player ?? null };
  const id = game.over.id ? { id: game.over.id } : {};
  return { format: "oxo.game.v1", ...id, room, settings, players, score, game };
}

/** The room as it was at the game's end, so far as it is known. @param {FullRecord} record @returns {FullView} */
export function viewOf({ settings, players, game }) {
  const seated = (/** @type {Seat} */ seat) => players[seat] && { player: players[seat], moved: true };
  const view = fullView({ seq: 0, at_ms: 0, settings, seats: { host: seated("host"), guest: seated("guest") }, score: NO_SCORE, closes_ms: 0 });
  return { ...view, game: fullGame(game) };
}
