/**
 * How games end, in words, from each side of the table.
 *
 * @import { How, Over, Replaced, Score, Seat } from "oxo"
 * @import { Scene } from "./speech.js"
 */

import { other, own, playerName, seatName } from "./names.js";

/**
 * How a game ended.
 * @param {Scene} scene
 * @param {Over} over
 * @returns {string}
 */
export function result(scene, { reason, winner }) {
  const { t } = scene;
  switch (reason) {
    case "full":
      return t("over.full");
    case "agreed":
      return t("over.agreed");
    case "no_open_lines":
      return t("over.dead");
    case "claimed_draw":
      return t("over.claimed_draw");
    case "called_off":
      return t("over.called_off");
    case "no_first_move":
      return t("over.no_first_move");
    case "restarted":
      return t("over.restarted");
    case "room_ended":
      return t("over.room_ended");
    default:
      return winner ? won(scene, reason, winner) : t("over.otherwise");
  }
}

/**
 * @param {Scene} scene
 * @param {How} reason
 * @param {Seat} by
 */
function won(scene, reason, by) {
  const { t } = scene;
  const winner = seatName(scene.t, scene.view, by);
  const loser = seatName(scene.t, scene.view, other(by));
  const side = scene.me === by ? "won" : scene.me ? "lost" : "watched";
  // In misère the line is the loser's.
  const misere = reason === "line" && scene.view.settings.rules.misere;
  switch (`${misere ? "misere" : reason}.${side}`) {
    case "misere.won":
      return t("over.misere.won", { loser });
    case "misere.lost":
      return t("over.misere.lost");
    case "misere.watched":
      return t("over.misere.watched", { loser, winner });
    case "line.won":
      return t("over.line.won");
    case "line.lost":
      return t("over.line.lost", { winner });
    case "line.watched":
      return t("over.line.watched", { winner });
    case "resigned.won":
      return t("over.resigned.won", { loser });
    case "resigned.lost":
      return t("over.resigned.lost", { winner });
    case "resigned.watched":
      return t("over.resigned.watched", { loser, winner });
    case "flag.won":
      return t("over.flag.won", { loser });
    case "flag.lost":
      return t("over.flag.lost", { winner });
    case "flag.watched":
      return t("over.flag.watched", { loser, winner });
    case "idle.won":
      return t("over.idle.won", { loser });
    case "idle.lost":
      return t("over.idle.lost", { winner });
    case "idle.watched":
      return t("over.idle.watched", { loser, winner });
    case "claimed_win.won":
      return t("over.claimed_win.won", { loser });
    case "claimed_win.lost":
      return t("over.claimed_win.lost", { winner });
    case "claimed_win.watched":
      return t("over.claimed_win.watched", { loser, winner });
    // Only a strange server names a winner for the ways in which nobody wins.
    default:
      return t("over.won.otherwise", { winner });
  }
}

/**
 * That a computer played in somebody's place.
 * @param {Scene} scene
 * @param {Replaced} replaced
 * @returns {string}
 */
export function replaced({ t, view }, { seat, player, ply }) {
  return t("over.replaced", { name: seatName(t, view, seat), before: playerName(t, player), number: ply + 1 });
}

/**
 * The running score.
 * @param {Scene} scene
 * @param {Score} score
 * @returns {string}
 */
export function score(scene, { host, guest, draws }) {
  /** @param {Seat} seat */
  const named = (seat) => own(scene.t, scene.me === seat, seatName(scene.t, scene.view, seat));
  return scene.t("score", {
    host: named("host"),
    host_won: host,
    guest: named("guest"),
    guest_won: guest,
    draws,
  });
}
