/** Sharing: the result of a game as a message with a picture of its board in squares, and invitations; by the system's sheet or the clipboard. */
import { nameIn } from "../i18n/names.js";
import { other } from "../net/view.js";
import { copy } from "./actions.js";
import { button } from "./components.js";
import { endOf, openedBy } from "./replay.js";

/** @import { App } from "./app.js" */
/** @import { Mark, Rules } from "oxo" */
/** @import { FullRecord } from "../net/view.js" */
/** @import { Place } from "../net/state.js" */
/** @import { Say } from "../i18n/locale.js" */

/** Squares that every system draws as wide as each other, in light and dark. @type {{ [mark in Mark | "free"]: string }} */
const SQUARES = { X: "❌", O: "⭕", free: "⬜" };
/** More squares in a row would be wrapped in a messenger on a phone. */
const WIDEST = 9;

/** @typedef {{ text: string, url: string | null }} Message */

/**
 * The last position in squares; of a large board the part around its line, or around the last move.
 * @param {Rules} rules
 * @param {ReadonlyArray<{ cell: number, mark: Mark }>} moves
 * @param {ReadonlyArray<ReadonlyArray<number>>} lines
 */
export function grid({ width, height }, moves, lines) {
  const marks = new Map(moves.map(({ cell, mark }) => [cell, mark]));
  const middle = lines[0] ?? moves.slice(-1).map(({ cell }) => cell);
  const columns = part(width, middle.map((cell) => cell % width));
  const rows = part(height, middle.map((cell) => Math.floor(cell / width)));
  return rows.map((row) => columns.map((column) => SQUARES[marks.get(row * width + column) ?? "free"]).join("")).join("\n");
}

/** As many places as are shown of a side, around some of them. @param {number} side @param {number[]} around */
function part(side, around) {
  const shown = Math.min(side, WIDEST);
  const middle = (Math.min(...around) + Math.max(...around) + 1) / 2;
  const wanted = around.length > 0 ? Math.floor(middle - shown / 2) : 0;
  const from = Math.min(Math.max(wanted, 0), side - shown);
  return Array.from({ length: shown }, (_, n) => from + n);
}

/** Where others find the game, if the server keeps it. @param {App} app @param {FullRecord} record */
export function addressOf(app, { id }) {
  return id ? addressIn(app, `/games/${id}`) : null;
}

/** An address for others: the server's own where this page came from this very machine. @param {App} app @param {string} path */
function addressIn({ base, state }, path) {
  const loopback = /^(localhost|\[::1\]|127\..*)$/.test(location.hostname);
  const known = loopback ? state.welcome?.addresses[0] : undefined;
  return (known ?? location.origin + base).replace(/\/$/, "") + path;
}

/**
 * The address to give to a friend: the server's own where this page came from this very machine.
 * @param {App} app
 * @param {Place} place
 */
export function linkOf(app, place) {
  const { hostname, origin } = location;
  const loopback = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  if (loopback && place.kind === "seat") return place.url;
  return `${origin}${app.base}/r/${place.room}`;
}

/** The size of a frame, in CSS pixels; `server/src/http/embed.rs` has the same. */
const FRAME = { width: 360, height: 480 };

/**
 * The button that copies HTML for another page, which shows a room or a game in a frame.
 * @param {App} app
 * @param {string} address of the room or the game, for others
 */
export function embedButton(app, address) {
  const { t, ui } = app;
  const done = ui.done === "embed";
  const framed = address.replace(/\/(?:r|games)\/[^/]+$/, "/embed$&");
  const html = `<iframe src="${framed}" width="${FRAME.width}" height="${FRAME.height}" style="border:0" title="OXO" loading="lazy"></iframe>`;
  return button(t(done ? "page.invite.copied" : "page.embed"), () => void copy(app, "embed", html),
    { sign: done ? "check" : "copy", id: "copy-embed", key: "copy-embed" });
}

/** Who played, how it ended, and the board. @param {Say} t @param {FullRecord} record @param {string | null} url @returns {Message} */
export function resultMessage(t, record, url) {
  const { settings: { rules }, players, game } = record;
  const name = (/** @type {Mark} */ mark) => `${SQUARES[mark]} ${nameIn(t, players, mark === "X" ? game.x : other(game.x))}`;
  const [ending] = endOf(t, null, record);
  const opened = openedBy(t, record);
  return { text: [`OXO  ${name("X")} – ${name("O")}`, ending, ...(opened ? [opened] : []), "", grid(rules, game.moves, game.lines)].join("\n"), url };
}

/** Whether the system has a sheet to share with. */
export function hasSheet() {
  return typeof navigator.share === "function";
}

/**
 * Hands a message to the system's sheet; where there is none, or it fails, to the clipboard, and the button says so.
 * @param {App} app
 * @param {string} what as the button knows it
 * @param {Message} message
 */
export async function share(app, what, { text, url }) {
  const whole = url ? `${text}\n\n${url}` : text;
  if (!hasSheet()) return copy(app, what, whole);
  try {
    await navigator.share({ title: app.t("page.title"), text, ...(url ? { url } : {}) });
  } catch (why) {
    // Closed by the person: that is an answer.
    if (!(why instanceof DOMException && why.name === "AbortError")) await copy(app, what, whole);
  }
}

/**
 * The button that shares a game's result.
 * @param {App} app
 * @param {FullRecord} record
 * @param {string} [look]
 */
export function shareButton(app, record, look = "tile") {
  const { t, ui } = app;
  const done = ui.done === "result";
  return button(t(done ? "page.invite.copied" : "page.share"), () => void share(app, "result", resultMessage(t, record, addressOf(app, record) ?? addressIn(app, "/"))),
    { look, sign: done ? "check" : "share", id: "share-result", key: "share-result", spoken: done ? t("page.invite.copied") : t("page.share.result") });
}
