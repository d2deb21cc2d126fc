/** Screens by address, and addresses by screen. */
import { readCode } from "../i18n/names.js";

/**
 * `take`: the token of a seat that another device shares, which stands in no address for long.
 * `room` without a code: the address has one that cannot be read. `kept`: a game in this browser, by its key.
 * @typedef {{ page: "start" }
 *   | { page: "room", code: string | null, watch: boolean, take?: string }
 *   | { page: "game", id: string }
 *   | { page: "kept", key: string }} Route
 */

/** @param {string} base @param {{ pathname: string, hash: string }} address @returns {Route} */
export function routeOf(base, { pathname, hash }) {
  const path = pathname.slice(base.length);
  const room = /^\/r\/([^/]*)\/?$/.exec(path);
  if (room) {
    const take = /^#take=([\w-]{22,64})$/.exec(hash)?.[1];
    return { page: "room", code: readCode(decoded(room[1] ?? "")), watch: hash === "#watch", ...(take ? { take } : {}) };
  }
  const game = /^\/games\/([^/]+)\/?$/.exec(path);
  if (game?.[1]) return { page: "game", id: decoded(game[1]) };
  const kept = /^#game-(.+)$/.exec(hash);
  if (kept?.[1]) return { page: "kept", key: decoded(kept[1]) };
  return { page: "start" };
}

/** @param {string} base @param {Route} route */
export function pathOf(base, route) {
  switch (route.page) {
    case "room": return `${base}/r/${route.code ?? ""}${route.watch ? "#watch" : ""}`;
    case "game": return `${base}/games/${encodeURIComponent(route.id)}`;
    case "kept": return `${base}/#game-${encodeURIComponent(route.key)}`;
    default: return `${base}/`;
  }
}

/**
 * The id of the finished game to which a pasted link leads; null for all else.
 * @param {string} text
 */
export function readGame(text) {
  return /\/games\/([2-9a-hj-np-z]{26})\/?(?:[?#].*)?$/i.exec(text.trim())?.[1] ?? null;
}

/**
 * The address of a pasted link that leads to a room or a game of another server; null for all else.
 * @param {string} text
 * @param {readonly string[]} own  the addresses of this server, without a slash at their ends
 */
export function elsewhere(text, own) {
  const typed = text.trim();
  const whole = typed.includes("://") ? typed.replace(/^ws(s?):/i, "http$1:") : `http://${typed}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  const path = /^(.*)\/(?:r|games)\//.exec(url.pathname)?.[1];
  if (path === undefined) return null;
  const base = sameMachine(url.origin) + path;
  const http = url.protocol === "http:" || url.protocol === "https:";
  return http && !own.some((one) => sameMachine(one) === base) ? url : null;
}

/** The names that a machine has for itself, as one. @param {string} address */
function sameMachine(address) {
  return address.replace(/^(https?:\/\/)(127(?:\.\d+){3}|\[::1\])(?=[:/]|$)/, "$1localhost");
}

/** A path may be no valid encoding. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
