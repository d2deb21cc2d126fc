/**
 * Where this page belongs, and the secret of its seat: kept before anybody sends it, and for as
 * long as there is a seat to come back to.
 *
 * @import { Place, State, Happenings } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { PageStorage } from "../storage/storage.js"
 */

import { isOver } from "./state.js";

/**
 * @typedef {object} Home
 * @property {() => string | null} secret  of the seat that this page sits at
 * @property {(room: string | null) => string} newSecret  for a seat to come, in that room if it is known
 * @property {(secret: string, place: Extract<Place, { kind: "seat" }>) => void} sit
 * @property {(room: string) => void} watch
 * @property {(room: string) => void} recode  the room has this code now
 * @property {() => void} leave  this page belongs nowhere any more; its seat may be taken up again
 * @property {() => void} forgetLost  a room that is over, or a seat that was given up, is not taken up again
 * @property {() => void} forget  nor is this seat
 */

/** @param {Store<State, Happenings>} store @param {PageStorage} storage @returns {Home} */
export function createHome({ state, set }, storage) {
  /** @type {string | null} */
  let secret = null;

  /** @param {string} shown @param {Extract<Place, { kind: "seat" }>} place */
  function sit(shown, place) {
    secret = shown;
    set({ place });
    const { room, seat, url } = place;
    const promise = state().welcome?.promise.acknowledged ?? null;
    storage.keepSeat({ secret, room, seat, url, promise, at: Date.now() });
  }

  function forget() {
    if (secret) storage.forgetSeat(secret);
  }

  return {
    secret: () => secret,
    newSecret(room) {
      const drawn = drawSecret();
      storage.keepSeat({ secret: drawn, room, seat: null, url: null, promise: null, at: Date.now() });
      return drawn;
    },
    sit,
    watch(room) {
      secret = null;
      set({ place: { kind: "watch", room } });
    },
    recode(room) {
      const { place } = state();
      if (place?.kind !== "seat" || place.room === room) return;
      if (secret) sit(secret, { ...place, room, url: withCode(place.url, room) });
    },
    leave() {
      secret = null;
      set({ place: null, view: null, now: null });
    },
    forgetLost() {
      if (isOver(state())) forget();
    },
    forget,
  };
}

/** 128 random bits as base64url, as seat secrets are. */
export function drawSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} address @param {string} room */
function withCode(address, room) {
  return address.replace(/\/r\/[^/]*$/, `/r/${room}`);
}
