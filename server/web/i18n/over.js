/**
 * Sentences for the ends of games, from each side.
 *
 * @import { EndReason, Over, Replaced, Score, Seat } from "oxo"
 * @import { Scene } from "./speech.js"
 */

import { other } from "../net/view.js";
import { lineLoses, own, playerName, seatName } from "./names.js";

/** How a game ended. @param {Scene} scene @param {Over} over */
export function result(scene, { result, reason, winner, by }) {
  const { t, me, view } = scene;
  const stem = `over.${reason}`;
  if (by && t.has(`${stem}.you`)) return me === by ? t(`${stem}.you`) : t(`${stem}.other`, { name: seatName(scene, view, by) });
  if (t.has(stem)) return t(stem);
  if (winner) return won(scene, reason, winner);
  return t(result === "aborted" ? "over.called_off" : "over.otherwise");
}

/** The same by who won, for each side. @param {Scene} scene @param {EndReason} reason @param {Seat} by */
function won({ t, me, view }, reason, by) {
  const winner = seatName({ t, me }, view, by);
  const loser = seatName({ t, me }, view, other(by));
  const how = reason === "line" ? `line.${lineLoses(view.settings.rules) ? "loses" : "wins"}` : reason;
  const key = `over.${how}.${me === by ? "won" : me ? "lost" : "watched"}`;
  // Only a strange server names a winner for the ways in which nobody wins.
  return t.has(key) ? t(key, { winner, loser }) : t("over.won.otherwise", { winner });
}

/** That a computer played in somebody's place. @param {Scene} scene @param {Replaced} replaced */
export function replaced({ t, me, view }, { seat, player, ply }) {
  return t("over.replaced", { name: seatName({ t, me }, view, seat), before: playerName(t, player), number: ply + 1 });
}

/** The running score. @param {Scene} scene @param {Score} score */
export function score(scene, { host, guest, draws }) {
  /** @param {Seat} seat */
  const named = (seat) => own(scene.t, scene.me === seat, seatName(scene, scene.view, seat));
  return scene.t("score", {
    host: named("host"),
    host_won: host,
    guest: named("guest"),
    guest_won: guest,
    draws,
  });
}
