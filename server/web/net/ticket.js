/**
 * The quick match that waits for somebody: at most one.
 *
 * @import { QuickMatch } from "oxo"
 * @import { Happenings, State } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { PageStorage } from "../storage/storage.js"
 */

/** @typedef {{ type: "quick_match" } & QuickMatch} Body */

/**
 * @typedef {object} Ticket
 * @property {() => Body | null} body  what to ask again on a new link
 * @property {(body: Body, id: string, position: number) => void} queued
 * @property {(position: number, waitMs: number | null) => void} moved
 * @property {(secret: string) => void} used  its secret has a seat now
 * @property {() => void} end  nobody is waited for any more
 */

/** @param {Store<State, Happenings>} store @param {PageStorage} storage @returns {Ticket} */
export function createTicket({ set }, storage) {
  /** @type {Body | null} */
  let ticket = null;

  /** Its public id. @type {string | null} */
  let id = null;

  /** @param {number} position @param {number | null} wait_ms */
  function moved(position, wait_ms) {
    if (ticket) set({ queue: { ticket: id, position, wait_ms, boards: ticket.boards, clocks: ticket.clocks } });
  }

  function drop() {
    ticket = null;
    set({ queue: null });
  }

  return {
    body: () => ticket,
    queued(body, given, position) {
      ticket = body;
      id = given;
      moved(position, null);
    },
    moved,
    used(secret) {
      if (ticket?.secret === secret) drop();
    },
    end() {
      if (ticket) storage.forgetSeat(ticket.secret);
      drop();
    },
  };
}
