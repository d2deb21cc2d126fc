/**
 * A look into a room from outside, without a place in it: what the start screen shows of the
 * game that always runs. It ends by itself as soon as this page belongs somewhere.
 *
 * @import { Frame } from "oxo"
 * @import { Body } from "./connection.js"
 * @import { Happenings, State } from "./state.js"
 * @import { Store } from "./store.js"
 */

import { fold, isEvent } from "./fold.js";
import { fullView } from "./view.js";

/**
 * @typedef {object} Peek
 * @property {(room: string | null) => void} want  another room, or none
 * @property {() => void} up  a new link: looks there again
 * @property {(body: Body) => boolean} mine  whether the session's own request was this one's
 * @property {(frame: Frame) => boolean} frame  whether the frame was for this one
 */

/**
 * @param {Store<State, Happenings>} store
 * @param {(body: Body) => void} ask  at once; only while the link is up
 * @returns {Peek}
 */
export function createPeek({ state, set }, ask) {
  /** @type {string | null} */
  let wanted = null;

  const free = () => wanted !== null && state().place === null;

  function look() {
    if (free() && state().link.phase === "open") ask({ type: "watch_room", room: wanted });
  }

  return {
    want(room) {
      if (room === wanted) return;
      // Whoever has a place watches that; only a look has to be ended.
      if (wanted !== null && state().peek && free() && state().link.phase === "open") ask({ type: "unwatch" });
      wanted = room;
      if (state().peek) set({ peek: null });
      look();
    },
    up: look,
    mine: ({ type }) => type === "unwatch" || (type === "watch_room" && state().place === null),
    frame(frame) {
      if (!free() || !("room" in frame) || frame.room !== wanted) return false;
      const { peek } = state();
      if (frame.type === "room") set({ peek: fullView(frame.view) });
      if (isEvent(frame) && peek && frame.seq > peek.seq) {
        // Nobody acts on this view: after a gap it is enough to look anew.
        if (frame.seq === peek.seq + 1) set({ peek: fold(peek, frame) });
        else look();
      }
      return true;
    },
  };
}
