/**
 * Refusals, goodbyes and ended searches in words.
 *
 * @import { Reason, Refusal } from "oxo"
 * @import { FullView } from "../net/view.js"
 * @import { Params, Say } from "./locale.js"
 */

import { seconds } from "../net/clock.js";
import { VERSIONS } from "../net/version.js";
import { coded } from "./locale.js";
import { cellName } from "./names.js";

/** Why the server closes a connection. @param {Say} t @param {Reason} why */
export function bye(t, why) {
  return t("link.lost.bye", { reason: why === "version_unsupported" ? t("bye.version") : coded(t, "bye.", why, "internal") });
}

/** Why the search for an opponent ended. @param {Say} t @param {string} why  its code, or that of a refusal */
export function unqueued(t, why) {
  return coded(t, "queue.", why, "failed");
}

/**
 * The parameters of sentences that do not take those of the wire as they are.
 * @type {{ [code in Refusal["code"]]?: (params: any, view: FullView | null, serverNow: number) => Params }}
 */
const PARAMS = {
  version_unsupported: ({ supported }) => ({ supported: supported.join(", "), ours: VERSIONS.join(", ") }),
  too_fast: pause,
  unavailable: pause,
  rooms_too_fast: pause,
  joins_too_fast: pause,
  stale: () => ({}),
  cell_outside: ({ cells }) => ({ count: cells }),
  cell_taken: ({ cell }, view) => ({ cell: view ? cellName(view.settings.rules, cell) : cell }),
  grace_running: ({ deadline_ms }, _, serverNow) => left(deadline_ms, serverNow),
  offer_open: () => ({}),
  offer_cooldown: ({ again_ms }, _, serverNow) => left(again_ms, serverNow),
  bad_takeback: ({ ply }) => ({ count: ply }),
};

/** @param {{ retry_in_ms: number }} params */
function pause({ retry_in_ms }) {
  return { count: seconds(retry_in_ms) };
}

/** @param {number} untilMs @param {number} serverNow */
function left(untilMs, serverNow) {
  return { count: Math.max(1, seconds(untilMs - serverNow)) };
}

/**
 * The sentence of a refusal. Without a room, `scene.view` may be null.
 * @param {{ t: Say, view: FullView | null }} scene
 * @param {Refusal} why
 * @param {number} serverNow  Unix milliseconds
 */
export function refusal({ t, view }, why, serverNow) {
  switch (why.code) {
    case "bad_name": return coded(t, "refusal.bad_name.", why.params.reason, "characters");
    case "room_full": return t(why.params.may_watch ? "refusal.room_full.watch" : "refusal.room_full.closed");
    case "too_many_rooms":
    case "too_many_computers": return coded(t, `refusal.${why.code}.`, why.params?.of ?? "server", "server");
    case "cannot_play": return coded(t, "refusal.cannot_play.", why.params.reason, "gone");
    default: {
      const given = "params" in why ? why.params : {};
      return coded(t, "refusal.", why.code, "internal", PARAMS[why.code]?.(given, view, serverNow) ?? /** @type {Params} */ (given));
    }
  }
}
