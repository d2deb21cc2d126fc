/** One's seats on this server: against whom, whose turn it is, and how long still; a tap leads there. */
import { clockFace, playerName } from "../i18n/names.js";
import { isOver } from "../net/state.js";
import { other } from "../net/view.js";
import { button, signButton } from "./components.js";
import { h } from "./dom.js";

/** @import { App } from "./app.js" */
/** @import { HeldSeat } from "oxo" */

/** The most that are shown, and asked for at once. */
export const SHOWN = 20;

/**
 * The seats one can go back to: where it is one's own turn first, then by how long still.
 * @param {App} app
 */
export function seats(app) {
  const { t, ui, state } = app;
  const here = state.place?.kind === "seat" && !isOver(state) ? state.place.room : null;
  const rooms = new Set([here, ...ui.seats.map((seat) => seat.room)]);
  rooms.delete(null);
  if (rooms.size === 0) return null;
  const known = new Map(ui.held.map((held) => [held.room, held]));
  const urgency = (/** @type {string | null} */ room) => urgencyOf(known.get(room ?? ""));
  const sorted = [...rooms].sort((one, two) => urgency(one) - urgency(two)).slice(0, SHOWN);
  return h("ul", { class: "stack", "data-testid": "seats" }, sorted.map((room) => room &&
    h("li", { key: room, class: "with-button" },
      button(words(app, room, known.get(room)), () => app.go({ page: "room", code: room, watch: false }),
        { look: "wide seat", sign: "take_back", id: `seat-${room}` }),
      room === here && signButton("leave", t("page.action.leave"), () => app.set({ dialog: "leave" }), { look: "", id: "leave-seat" }))));
}

/** @param {HeldSeat | undefined} held */
function urgencyOf(held) {
  if (!held?.turn) return Number.MAX_SAFE_INTEGER;
  return held.turn.due_ms + (isMine(held) ? 0 : Number.MAX_SAFE_INTEGER / 2);
}

/** @param {HeldSeat} held */
function isMine({ turn, seat }) {
  return turn?.seat === seat;
}

/** How it stands there, as far as it is known. @param {App} app @param {string} room @param {HeldSeat} [held] */
function words({ t, serverNow }, room, held) {
  if (!held) return t("page.start.seat", { room });
  const { turn, seat, offer } = held;
  const opponent = held.players[other(seat)];
  if (!opponent) return t("page.seat.alone", { room });
  const name = playerName(t, opponent);
  if (offer && offer.by !== seat) return t("page.seat.offer", { name });
  if (!turn) return t("page.seat.between", { name });
  const time = clockFace(t, Math.max(turn.due_ms - serverNow(), 0));
  return t(isMine(held) ? "page.seat.mine" : "page.seat.theirs", { name, time });
}
