/**
 * All games against one opponent together, as far as this browser stored them. There are no accounts: people are told apart by
 * their names alone, and computers by their levels; guests without a name are not counted.
 *
 * @import { Player, Seat } from "oxo"
 * @import { StoredGame } from "./storage.js"
 * @import { FullRecord } from "../net/view.js"
 */

import { other } from "../net/view.js";

/** @typedef {{ won: number, lost: number, drawn: number }} Tally */

/** By what an opponent is recognised; null for somebody without a name. @param {Player | null | undefined} player */
function identity(player) {
  if (player?.computer) return `level ${player.computer.level}`;
  return player?.name == null ? null : `${player.bot ? "bot" : "name"} ${player.name}`;
}

/**
 * The results of all games against who sat opposite in this one, itself included; null where nobody is recognised.
 * @param {readonly StoredGame[]} games
 * @param {FullRecord} record
 * @param {Seat} me
 * @returns {Tally | null}
 */
export function tally(games, record, me) {
  const who = identity(record.players[other(me)]);
  if (who === null) return null;
  const before = games.filter(({ record: { game } }) => game.started_ms !== record.game.started_ms);
  const all = [...before, { record, seat: me }].filter(({ record: { players, game }, seat }) =>
    seat !== null && !game.replaced && identity(players[other(seat)]) === who);
  const count = (/** @type {(won: boolean | null) => boolean} */ counts) => all.filter(({ record: { game }, seat }) => {
    if (!game.over || game.over.result === "aborted") return false;
    return counts(game.over.result === "drawn" ? null : game.over.winner === seat);
  }).length;
  return { won: count((won) => won === true), lost: count((won) => won === false), drawn: count((won) => won === null) };
}
