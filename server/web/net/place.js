/**
 * The seat or spectator's place of this page, and the secret of its seat: stored before it is sent, and for as long as
 * there is a seat to come back to.
 *
 * @import { Place, State, SessionEvents } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { PageStorage } from "../storage/storage.js"
 */

import { isOver } from "./state.js";

/** @param {Store<State, SessionEvents>} store @param {PageStorage} storage */
export function createPlacement({ state, set }, storage) {
  /** @type {string | null} */
  let secret = null;

  /** @param {string} shown @param {Extract<Place, { kind: "seat" }>} place */
  function sit(shown, place) {
    secret = shown;
    set({ place });
    const { room, seat, url } = place;
    const promise = state().welcome?.promise.acknowledged ?? null;
    storage.storeSeat({ secret, room, seat, url, promise, at: Date.now() });
  }

  /** This seat is not taken up again. */
  function forget() {
    if (secret) storage.forgetSeat(secret);
  }

  return {
    secret: () => secret,
    /** For a seat to come, in that room if it is known. @param {string | null} room */
    newSecret(room) {
      const drawn = drawSecret();
      storage.storeSeat({ secret: drawn, room, seat: null, url: null, promise: null, at: Date.now() });
      return drawn;
    },
    sit,
    /** @param {string} room */
    watch(room) {
      secret = null;
      set({ place: { kind: "watch", room } });
    },
    /** The room has this code now. @param {string} room */
    recode(room) {
      const { place } = state();
      if (place?.kind !== "seat" || place.room === room) return;
      if (secret) sit(secret, { ...place, room, url: place.url.replace(/\/r\/[^/]*$/, `/r/${room}`) });
    },
    /** The seat may be taken up again. */
    leave() {
      secret = null;
      set({ place: null, view: null, now: null });
    },
    /** Forgets a room that is over and a seat that was given up. */
    forgetLost() {
      if (isOver(state())) forget();
    },
    forget,
  };
}

/** Random bytes as base64url, as seat secrets are. */
export function drawSecret(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
