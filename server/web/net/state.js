/**
 * The state of a session. It is replaced, never changed in place.
 *
 * @import { Accepted, EventFrame, Notice, Now, QuickMatchRequest, Reaction, Reason, Refusal, Refused, Request, Seat, Unqueued, Welcome } from "oxo"
 * @import { FullView } from "./view.js"
 */

/**
 * The phase of the connection.
 * - `connecting`: an attempt is under way.
 * - `open`: the server has said welcome.
 * - `waiting`: the next attempt comes at `retryAt`.
 * - `superseded`: another window holds the seat; only `takeOver` reconnects.
 * - `refused`: the server closed for good (`reason`) or refused the greeting (`why`); only
 *   `retryNow` tries again.
 * - `closed`: by `close`.
 * @typedef {"connecting" | "open" | "waiting" | "superseded" | "refused" | "closed"} Phase
 */

/**
 * How the connection was lost, as far as is known.
 * - `cut`: it was closed.
 * - `silent`: there is no answer, because of the network here or there, or of the server's machine.
 * - `down`: the server does not run, so that no clock does.
 * - `restarting`: the same, and it said that it will be back.
 * - `offline`: this machine has no network.
 * - `blocked`: the server answers other requests, so something between lets no WebSocket through.
 * @typedef {"cut" | "silent" | "down" | "restarting" | "offline" | "blocked"} Loss
 */

/**
 * @typedef {object} LinkState
 * @property {Phase} phase
 * @property {number} attempt  failed attempts since the last good connection
 * @property {number | null} retryAt  when `waiting`: the next attempt, on this machine's clock (`now`)
 * @property {Reason | null} reason  why the server closed the last link, if it said so
 * @property {Refusal | null} why  why the greeting was refused
 * @property {Loss | null} loss  how the last link was lost, until the next is open
 */

/**
 * The room of this page. It stays while a room that is over or a seat that was given up is still shown; see `isOver`.
 * @typedef {{ kind: "seat", room: string, seat: Seat, url: string } | { kind: "watch", room: string }} Place
 */

/**
 * A search for an opponent under way: `quick_match` or `play`.
 * @typedef {object} Queue
 * @property {string | null} ticket  its public id; nothing until the server has sent it
 * @property {number | null} position  nothing until the server has sent it
 * @property {number | null} wait_ms
 * @property {QuickMatchRequest["boards"]} boards  that will do; only the classic one when absent
 * @property {QuickMatchRequest["clocks"]} clocks  that will do; only none when absent
 * @property {boolean} unseen  whether others do not see that this page waits
 * @property {boolean} answers  whether one player is asked, who waited
 */

/**
 * A command of a seat without its number.
 * @typedef {Request extends infer R ? R extends { n: number } ? Omit<R, "id" | "n"> : never : never} Command
 */

/**
 * @typedef {object} State
 * @property {LinkState} link
 * @property {Welcome | null} welcome  the last one; stays while disconnected
 * @property {Place | null} place
 * @property {Queue | null} queue
 * @property {FullView | null} view
 * @property {Now | null} now
 * @property {Command | null} pending  the one command of the seat that has no answer yet
 * @property {boolean} saving  the server said that saving takes long
 * @property {Notice} notice  the operator's last notice to everybody; stays while disconnected
 * @property {FullView | null} peek  the room that the start screen shows
 */

/**
 * The outcome of a request. `lost`: the connection or the place went before the reply, and it is not repeated.
 * @typedef {{ ok: Accepted } | { error: Refused } | { lost: true }} Outcome
 */

/**
 * Events of a session, beside its state.
 * - `event`: something happened in the room.
 * - `refused`: a request was refused; its promise has the same.
 * - `complaint`: an error that belongs to no request.
 * - `gone`: the seat or spectator's place is gone; `dismissed`: the host removed the guest or changed the code.
 * - `matched`: an opponent was found; `left`: another seat was left for it.
 * - `returned`: reconnected, and the missed events have been requested.
 * @typedef {object} SessionEvents
 * @property {{ event: EventFrame, before: FullView, view: FullView }} event
 * @property {{ request: string, why: Refusal }} refused
 * @property {{ why: Refusal }} complaint
 * @property {{ room: string, why: "dismissed" | Refusal["code"] }} gone
 * @property {{ room: string, seat: Seat, left: boolean }} matched
 * @property {{ why: Unqueued | Refusal["code"] }} unqueued
 * @property {{}} returned
 * @property {{ reaction: Reaction }} reaction
 */

/** @type {State} */
export const START = {
  link: { phase: "connecting", attempt: 0, retryAt: null, reason: null, why: null, loss: null },
  welcome: null,
  place: null,
  queue: null,
  view: null,
  now: null,
  pending: null,
  saving: false,
  notice: {},
  peek: null,
};

/** The own seat; null for a spectator. @param {State} state @returns {Seat | null} */
export function mySeat(state) {
  return state.place?.kind === "seat" ? state.place.seat : null;
}

/** Whether the room has ended, or the own seat in it was given up. @param {State} state */
export function isOver({ place, view }) {
  if (!view) return false;
  return view.ended != null || (place?.kind === "seat" && view.seats[place.seat] === null);
}
