/** The application object that every screen gets, the state of the page itself, and the painter. */
import { draw } from "./dom.js";

/** @import { Child } from "./dom.js" */
/** @import { Choices, Typed } from "./choices.js" */
/** @import { Route } from "./router.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Invitation, Listed, Seat, WaitingPlayer } from "oxo" */
/** @import { FullView } from "../net/view.js" */
/** @import { Session } from "../net/session.js" */
/** @import { State } from "../net/state.js" */
/** @import { Locale, Say } from "../i18n/locale.js" */
/** @import { StoredGame, StoredSeat, PageSettings, PageStorage } from "../storage/storage.js" */
/** @import { HeldSeat } from "oxo" */

/**
 * @typedef {{ text: string, tone: "calm" | "alert" }} Message
 * @typedef {"resign" | "abort" | "remove_guest" | "leave"} Question  asked before it is done
 * @typedef {Question | "settings" | "say" | "invite" | "device" | "chat" | "level" | "forget" | "code"} DialogName
 * @typedef {{ game: number, ply: number, cell: number }} Hint
 * @typedef {{ url: string, untilMs: number, devices: number, picture: { viewBox: string, d: string } | null }} Shared
 * @typedef {{ list: Listed[], next: string | null, loaded: boolean, waiting: WaitingPlayer[], online: number | null }} RoomList
 * @typedef {{ facts: Invitation } | { problem: string }} LookedUp  what a room's link leads to, or why that is not known
 */

/**
 * The state of the page itself, beside the session's.
 * @typedef {object} Ui
 * @property {Route} route
 * @property {string} name what stands in the field for the name
 * @property {string | null} nameProblem
 * @property {string} code what stands in the field for a code
 * @property {string | null} codeProblem
 * @property {string | null} problem why the last request on the start screen failed
 * @property {URL | null} elsewhere the link that was typed, when it leads to another server
 * @property {(LookedUp & { code: string }) | null} invitation what the room of the address is, once that is known
 * @property {boolean} asking whether an answer that leads elsewhere is awaited
 * @property {Choices} choices
 * @property {Typed} typed numbers in fields of the choices that are none yet, or too large or small
 * @property {boolean} choosing whether the choices are unfolded
 * @property {number | null} opening the cell of the start screen's board that is the first move of a game to come
 * @property {"computer" | "exhibit" | null} unfolded the choices about computers that are open
 * @property {RoomList} rooms
 * @property {StoredSeat[]} seats
 * @property {HeldSeat[]} held how it stands where they are, as far as the server has said
 * @property {StoredGame[]} games
 * @property {boolean} allGames whether more than the newest are shown
 * @property {number | null} back how many moves are shown while looking back
 * @property {number} cursor
 * @property {number | null} chosen the small cell that waits to be confirmed
 * @property {number} zoom
 * @property {boolean} fresh whether the last move is to be animated
 * @property {DialogName | null} dialog
 * @property {Message | null} message
 * @property {Hint | "asked" | null} hint
 * @property {number} lockedUntil until when offers take no answer, by `performance.now`
 * @property {{ seat: "host" | "guest", text: string, until: number } | null} bubble
 * @property {string} chat what stands in the field for a chat's address
 * @property {string | null} chatProblem
 * @property {Shared | null} shared the seat's link for another device
 * @property {{ room: string, token: string } | null} take the seat that a link of another device leads to
 * @property {boolean} missed whether a turn came while nobody saw the page
 * @property {string | null} done what was just copied, so that its button says so
 * @property {{ room: string, why: string } | null} gone the seat that is not there any more
 * @property {Replay | null} replay
 * @property {boolean} reviewing whether finished games are shown with what their moves were worth
 * @property {boolean} analysing whether they are shown with the best moves of each position
 * @property {FullView["seats"] | null} sat who sat there when the last game ended: they may have gone since
 */

/**
 * @typedef {object} App
 * @property {Ui} ui
 * @property {State} state
 * @property {Session} session
 * @property {PageStorage} storage
 * @property {Locale} locale
 * @property {Say} t
 * @property {Seat | null} me the own seat in the room
 * @property {() => number} serverNow
 * @property {string} base what stands before every path of the server
 * @property {PageSettings} settings
 * @property {(part: Partial<Ui>) => void} set
 * @property {(part: Partial<PageSettings>) => void} setSettings
 * @property {() => void} redraw
 * @property {(ms: number | null) => void} redrawWithin draws once more after so long at the latest
 * @property {(sentence: string) => void} speak announces it to a screen reader
 * @property {(text: string, tone?: "calm" | "alert") => void} say shows a sentence in its place and speaks it
 * @property {(route: Route, how?: "push" | "replace") => void} go
 */

/**
 * Draws a page into an element: in the next frame after a change, or later when a screen asked for it, and not while
 * the document is hidden.
 * @param {Element} root
 * @param {() => Child[]} page
 */
export function painter(root, page) {
  let asked = 0;
  let begun = false;
  let due = Infinity;
  let held = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  function paint() {
    asked = 0;
    due = Infinity;
    clearTimeout(timer);
    if (document.hidden || held) return;
    const focused = document.activeElement;
    draw(root, ...page());
    if (!begun) performance.mark("drawn");
    begun = true;
    root.classList.remove("served");
    // The focused element, such as a pressed button, may be gone.
    if (focused && focused !== document.body && !focused.isConnected) document.getElementById("main")?.focus({ preventScroll: true });
  }
  function redraw() {
    if (asked === 0 && !document.hidden) asked = requestAnimationFrame(paint);
  }
  /** @param {number | null} ms */
  function redrawWithin(ms) {
    if (ms === null || performance.now() + ms >= due) return;
    due = performance.now() + ms;
    clearTimeout(timer);
    timer = setTimeout(redraw, ms);
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      cancelAnimationFrame(asked);
      asked = 0;
      clearTimeout(timer);
      due = Infinity;
    } else {
      redraw();
    }
  });
  /** Leaves what the server rendered until there is something to draw instead. @param {Promise<unknown>} until */
  function hold(until) {
    if (!root.classList.contains("served")) return;
    held = true;
    void until.finally(() => {
      held = false;
      redraw();
    });
  }
  return { redraw, redrawWithin, hold };
}
