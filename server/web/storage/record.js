/**
 * A finished game as it is kept and downloaded.
 *
 * @import { FullRecord, FullView } from "../net/view.js"
 */

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
