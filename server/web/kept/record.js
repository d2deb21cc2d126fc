/**
 * A finished game as it is kept and downloaded.
 *
 * Knows nothing of where it is kept.
 *
 * @import { Record as GameRecord, View } from "oxo"
 */

/**
 * The record of a room's game, once it is over and if a move was made in it.
 * @param {string} room  its code
 * @param {View} view
 * @returns {GameRecord | null}
 */
export function recordOf(room, { settings, seats, game }) {
  if (!game?.over || game.moves.length === 0) return null;
  const players = { host: seats.host?.player ?? null, guest: seats.guest?.player ?? null };
  const id = game.over.id ? { id: game.over.id } : {};
  return { format: "oxo.game.v1", ...id, room, settings, players, game };
}
