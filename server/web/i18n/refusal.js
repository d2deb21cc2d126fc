/**
 * Refusals in words: what was wrong, and what would be right; and why a server closes or stops
 * looking for somebody.
 *
 * @import { BadName, Reason, Refusal, Unqueued } from "oxo"
 * @import { FullView } from "../net/view.js"
 * @import { Say } from "./locale.js"
 */

import { seconds } from "../net/clock.js";
import { VERSIONS } from "../net/version.js";
import { cellName } from "./names.js";

/**
 * Why the server closes a connection.
 * @param {Say} t
 * @param {Reason} why
 * @returns {string}
 */
export function bye(t, why) {
  return t("link.lost.bye", { reason: reason(t, why) });
}

/**
 * @param {Say} t
 * @param {Reason} why
 */
function reason(t, why) {
  switch (why) {
    case "restarting":
      return t("bye.restarting");
    case "disk_failed":
      return t("bye.disk_failed");
    case "hello_timeout":
      return t("bye.hello_timeout");
    case "version_unsupported":
      return t("bye.version");
    case "silent":
      return t("bye.silent");
    case "flood":
      return t("bye.flood");
    case "malformed":
      return t("bye.malformed");
    case "bad_frame":
      return t("bye.bad_frame");
    default:
      return t("bye.internal");
  }
}

/**
 * Why one waits for nobody any more.
 * @param {Say} t
 * @param {Unqueued} why
 * @returns {string}
 */
export function unqueued(t, why) {
  switch (why) {
    case "replaced":
      return t("queue.replaced");
    case "unanswered":
      return t("queue.unanswered");
    default:
      return t("queue.failed");
  }
}

/**
 * The sentence of a refusal. Without a room, `scene.view` may be null.
 * @param {{ t: Say, view: FullView | null }} scene
 * @param {Refusal} why
 * @param {number} serverNow  Unix milliseconds
 * @returns {string}
 */
export function refusal({ t, view }, why, serverNow) {
  /** @param {number} untilMs */
  const left = (untilMs) => ({ count: Math.max(1, seconds(untilMs - serverNow)) });
  switch (why.code) {
    case "bad_message":
      return t("refusal.bad_message", { detail: why.params.detail });
    case "unknown_type":
      return t("refusal.unknown_type", { got: why.params.got });
    case "unknown_field":
      return t("refusal.unknown_field", { field: why.params.field });
    case "bad_field":
      return t("refusal.bad_field", { field: why.params.field, detail: why.params.detail });
    case "hello_first":
      return t("refusal.hello_first");
    case "already_greeted":
      return t("refusal.already_greeted");
    case "version_unsupported":
      return t("refusal.version_unsupported", {
        supported: why.params.supported.join(", "),
        ours: VERSIONS.join(", "),
      });
    case "too_fast":
      return t("refusal.too_fast", { count: seconds(why.params.retry_in_ms) });
    case "unavailable":
      return t("refusal.unavailable", { count: seconds(why.params.retry_in_ms) });
    case "shutting_down":
      return t("refusal.shutting_down");
    case "room_damaged":
      return t("refusal.room_damaged");
    case "bad_name":
      return badName(t, why.params.reason);
    case "name_during_game":
      return t("refusal.name_during_game");
    case "bad_clock":
      return t("refusal.bad_clock", { detail: why.params.detail });
    case "no_such_room":
      return t("refusal.no_such_room");
    case "room_full":
      return why.params.may_watch ? t("refusal.room_full.watch") : t("refusal.room_full.closed");
    case "watching_full":
      return t("refusal.watching_full");
    case "already_seated":
      return t("refusal.already_seated", { room: why.params.room });
    case "not_in_room":
      return t("refusal.not_in_room");
    case "not_seated":
      return t("refusal.not_seated");
    case "superseded":
      return t("refusal.superseded");
    case "too_many_rooms":
      return t("refusal.too_many_rooms");
    case "rooms_too_fast":
      return t("refusal.rooms_too_fast", { count: seconds(why.params.retry_in_ms) });
    case "joins_too_fast":
      return t("refusal.joins_too_fast", { count: seconds(why.params.retry_in_ms) });
    case "not_queued":
      return t("refusal.not_queued");
    case "too_many_computers":
      return t("refusal.too_many_computers");
    case "no_hint":
      return t("refusal.no_hint");
    case "out_of_order":
      return t("refusal.out_of_order", { expected: why.params.expected });
    case "no_game":
      return t("refusal.no_game");
    case "game_running":
      return t("refusal.game_running");
    case "stale":
      return t("refusal.stale");
    case "not_your_turn":
      return t("refusal.not_your_turn");
    case "cell_outside":
      return t("refusal.cell_outside", { count: why.params.cells });
    case "cell_taken":
      return t("refusal.cell_taken", {
        cell: view ? cellName(view.settings.rules, why.params.cell) : why.params.cell,
      });
    case "too_late_to_abort":
      return t("refusal.too_late_to_abort");
    case "opponent_present":
      return t("refusal.opponent_present");
    case "grace_running":
      return t("refusal.grace_running", left(why.params.deadline_ms));
    case "claim_on_your_turn":
      return t("refusal.claim_on_your_turn");
    case "lines_open":
      return t("refusal.lines_open");
    case "no_opponent":
      return t("refusal.no_opponent");
    case "offer_open":
      return t("refusal.offer_open");
    case "no_such_offer":
      return t("refusal.no_such_offer");
    case "own_offer":
      return t("refusal.own_offer");
    case "offer_cooldown":
      return t("refusal.offer_cooldown", left(why.params.again_ms));
    case "bad_takeback":
      return t("refusal.bad_takeback", { count: why.params.ply });
    case "not_host":
      return t("refusal.not_host");
    case "guest_has_moved":
      return t("refusal.guest_has_moved");
    default:
      return t("refusal.internal");
  }
}

/**
 * A name that nobody can have.
 * @param {Say} t
 * @param {BadName} why
 * @returns {string}
 */
function badName(t, why) {
  switch (why) {
    case "too_long":
      return t("refusal.bad_name.too_long");
    case "marks":
      return t("refusal.bad_name.marks");
    default:
      return t("refusal.bad_name.characters");
  }
}
