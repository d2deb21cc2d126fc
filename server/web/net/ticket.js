/**
 * The search for an opponent under way: at most one, as what to ask again on a new connection.
 *
 * @import { PlayRequest, QuickMatchRequest } from "oxo"
 * @import { SessionEvents, State } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { PageStorage } from "../storage/storage.js"
 */

/** @typedef {Omit<QuickMatchRequest, "id"> | Omit<PlayRequest, "id">} Body */

/** @param {Store<State, SessionEvents>} store @param {PageStorage} storage */
export function createTicket({ set }, storage) {
  /** @type {Body | null} */
  let ticket = null;
  /** Its public id. @type {string | null} */
  let id = null;

  /** @param {number} position @param {number | null} wait_ms */
  function moved(position, wait_ms) {
    if (!ticket) return;
    const answers = ticket.type === "play";
    const unseen = "unseen" in ticket && ticket.unseen === true;
    set({ queue: { ticket: id, position, wait_ms, boards: ticket.boards, clocks: ticket.clocks, unseen, answers } });
  }

  function drop() {
    ticket = null;
    set({ queue: null });
  }

  return {
    body: () => ticket,
    /** @param {Body} body @param {string} given  its public id @param {number} position */
    queued(body, given, position) {
      ticket = body;
      id = given;
      moved(position, null);
    },
    moved,
    /** Its secret has a seat now. @param {string} secret */
    used(secret) {
      if (ticket?.secret === secret) drop();
    },
    end() {
      if (ticket) storage.forgetSeat(ticket.secret);
      drop();
    },
  };
}
