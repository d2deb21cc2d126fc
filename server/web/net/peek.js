/**
 * A view of a room in which this page has no place, for the exhibition game on the start screen. It ends as soon as this
 * page has a place somewhere.
 *
 * @import { Frame } from "oxo"
 * @import { Body } from "./connection.js"
 * @import { SessionEvents, State } from "./state.js"
 * @import { Store } from "./store.js"
 */

import { fold, isEvent } from "./fold.js";
import { fullView } from "./view.js";

/** @param {Store<State, SessionEvents>} store @param {(body: Body) => void} ask  at once; only while connected */
export function createPeek({ state, set }, ask) {
  /** @type {string | null} */
  let wanted = null;

  const free = () => wanted !== null && state().place === null;

  function look() {
    if (free() && state().link.phase === "open") ask({ type: "watch_room", room: wanted });
  }

  return {
    /** Another room, or none. @param {string | null} room */
    want(room) {
      if (room === wanted) return;
      // A place of its own has ended the look already.
      if (wanted !== null && state().peek && free() && state().link.phase === "open") ask({ type: "unwatch" });
      wanted = room;
      if (state().peek) set({ peek: null });
      look();
    },
    up: look,
    /** Whether the session's own request was this one's. @param {Body} body */
    mine: ({ type }) => type === "unwatch" || (type === "watch_room" && state().place === null),
    /** Whether the frame was for this one. @param {Frame} frame */
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
