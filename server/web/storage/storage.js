/**
 * Storage of this browser: name, settings, the secrets of open seats, finished games and the secrets of their seats. Without `localStorage` all is
 * forgotten with the tab, and without `sessionStorage`, too, with the page. Each seat and game is an entry of its own, so that tabs do not overwrite
 * each other's.
 *
 * @import { Kept, Seat } from "oxo"
 * @import { FullRecord } from "../net/view.js"
 */

import { within } from "../net/settings.js";
import { createJsonStorage } from "./json_storage.js";

/** The values of each setting of the page, the default first. */
const SETTINGS = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  digits: ["keypad", "phone"],
  /** Letters and numbers on the board, by which sentences name its cells. */
  cell_names: [true, false],
  /** Digits in the free cells. */
  hints: [false, true],
  sound: [true, false],
  notifications: [false, true],
  /** Whether the start screen shows the game that always runs; nothing: unless motion is unwanted. */
  exhibition: [null, true, false],
});

/**
 * `language`: null for the browser's. `choices`: those of the last game, untrusted.
 * @typedef {ReturnType<typeof within<typeof SETTINGS>> & { language: string | null, choices: unknown }} PageSettings
 */

/**
 * @typedef {object} StoredSeat
 * @property {string} secret
 * @property {string | null} room  nothing until the server has answered
 * @property {Seat | null} seat  the same
 * @property {string | null} url  the address for a friend
 * @property {Kept | null} promise  where the server keeps what it acknowledged
 * @property {number} at  when it was last taken, by this machine's wall clock, in Unix milliseconds
 */

/**
 * @typedef {object} StoredGame
 * @property {FullRecord} record
 * @property {Seat | null} seat  whose game it was; nothing for a spectator
 * @property {string[]} secrets  by which the server takes out the names of those who played it in this browser
 * @property {number} at  when it ended, in Unix milliseconds
 */

/** @typedef {ReturnType<typeof createStorage>} PageStorage */

/** The version of the stored format, part of every name; names without one are older. */
const VERSION = 1;
/** Games kept; a game of 361 moves takes some 20 KB of the 5 MB that browsers give. */
const GAMES = 100;
const SEATS = 50;
/** After this time a seat that never got a room is dropped. */
const UNANSWERED_MS = 60 * 60_000;
/** The longest name that is stored; the server decides what is valid. */
const NAME = 200;

/**
 * @param {object} [from]
 * @param {() => Storage} [from.local]  gives the browser's storage, or throws
 * @param {() => Storage} [from.session]  the same for that of the tab
 * @param {string} [from.base]  the server's base path: servers that share an origin share no seats
 * @param {() => number} [from.wall]  Unix milliseconds
 */
export function createStorage({ local = () => localStorage, session = () => sessionStorage, base = "", wall = Date.now } = {}) {
  const entries = createJsonStorage([local, session], `oxo.${VERSION}:${base}:`);
  const older = createJsonStorage([local], `oxo:${base}:`);
  const lostSeats = older.all("seat:").some((found) => asObject(found).room);
  older.clear();

  /** @param {unknown} at */
  const drawn = (at) => (typeof at === "number" && Number.isFinite(at) ? at : 0);
  const allSeats = () => newest(entries.all("seat:").map(readSeat));
  const allGames = () => newest(entries.all("game:").map(readGame));

  /**
   * Stores a value; where the storage is full, the oldest games make way.
   * @param {string} name
   * @param {unknown} value
   */
  function keep(name, value) {
    if (entries.set(name, value)) return;
    for (const old of allGames().reverse().filter((game) => gameKey(game) !== name)) {
      entries.remove(gameKey(old));
      if (entries.set(name, value)) return;
    }
  }

  return {
    lasting: entries.lasting,
    /** Whether a page of another version kept seats here; what it kept is set aside. */
    lostSeats,
    name() {
      const name = entries.get("name");
      return typeof name === "string" ? name.slice(0, NAME) : "";
    },
    setName: (/** @type {string} */ name) => keep("name", name.slice(0, NAME)),
    settings: () => readSettings(entries.get("settings")),
    setSettings: (/** @type {Partial<PageSettings>} */ change) => keep("settings", { ...readSettings(entries.get("settings")), ...change }),
    /** Those that have a room, newest first. */
    seats: () => allSeats().filter((seat) => seat.room !== null),
    seatIn: (/** @type {string | null} */ room) => allSeats().find((seat) => seat.room === room) ?? null,
    /** A seat with the same secret is replaced. @param {StoredSeat} seat */
    storeSeat(seat) {
      keep(`seat:${seat.secret}`, seat);
      const stale = (/** @type {StoredSeat} */ kept) => kept.room === null && kept.at < wall() - UNANSWERED_MS;
      allSeats().filter((kept, i) => i >= SEATS || stale(kept)).forEach((kept) => entries.remove(`seat:${kept.secret}`));
    },
    forgetSeat: (/** @type {string} */ secret) => entries.remove(`seat:${secret}`),
    /** The key that this browser's push notifications are signed by, and the rooms that send them. */
    push() {
      const { key, rooms } = asObject(entries.get("push"));
      return { key: /** @type {unknown} */ (key), rooms: /** @type {string[]} */ (Array.isArray(rooms) ? rooms.filter((room) => typeof room === "string") : []) };
    },
    setPush: (/** @type {{ key: unknown, rooms: string[] } | null} */ push) => keep("push", push && { ...push, rooms: push.rooms.slice(-SEATS) }),
    /** Newest first. */
    games: allGames,
    /** A copy of the same game is replaced, but for what only another tab knew: whose it was. @param {StoredGame} game */
    storeGame(game) {
      const before = readGame(entries.get(gameKey(game)));
      const secrets = [...new Set([...before?.secrets ?? [], ...game.secrets])];
      keep(gameKey(game), { ...game, seat: game.seat ?? before?.seat ?? null, secrets });
      allGames().slice(GAMES).forEach((old) => entries.remove(gameKey(old)));
    },
    forgetGame: (/** @type {StoredGame} */ game) => entries.remove(gameKey(game)),
  };

  /** @param {unknown} found @returns {StoredSeat | null} */
  function readSeat(found) {
    const { secret, room, seat, url, promise, at } = asObject(found);
    if (typeof secret !== "string") return null;
    return {
      secret,
      room: typeof room === "string" ? room : null,
      seat: seat === "host" || seat === "guest" ? seat : null,
      url: typeof url === "string" ? url : null,
      promise: promise === "disk" || promise === "memory" ? promise : null,
      at: drawn(at),
    };
  }

  /** @param {unknown} found @returns {StoredGame | null} */
  function readGame(found) {
    const { record, seat, secrets, at } = asObject(found);
    if (!isRecord(record)) return null;
    const texts = Array.isArray(secrets) ? secrets.filter((secret) => typeof secret === "string") : [];
    return { record, seat: seat === "host" || seat === "guest" ? seat : null, secrets: texts, at: drawn(at) };
  }
}

/** @param {StoredGame} game */
function gameKey({ record }) {
  // The room may have changed its code since; the start tells games of equal number apart.
  return `game:${record.game.number}:${record.game.started_ms}`;
}

/**
 * @template {{ at: number }} T
 * @param {(T | null)[]} found
 * @returns {T[]}
 */
function newest(found) {
  return found.filter((kept) => kept !== null).sort((a, b) => b.at - a.at);
}

/** @param {unknown} found @returns {{ [field: string]: unknown }} */
function asObject(found) {
  return found !== null && typeof found === "object" ? { ...found } : {};
}

/** Whether it has what is needed to show a game. @param {unknown} found @returns {found is FullRecord} */
function isRecord(found) {
  const record = asObject(found);
  const game = asObject(record.game);
  const rules = asObject(asObject(record.settings).rules);
  return record.format === "oxo.game.v1" && typeof record.room === "string"
    && Number.isInteger(rules.width) && Number.isInteger(rules.height)
    && record.players !== null && typeof record.players === "object"
    && Number.isInteger(game.number) && Number.isInteger(game.started_ms)
    && Array.isArray(game.moves) && game.moves.every((move) => Number.isInteger(asObject(move).cell))
    && game.over !== null && typeof game.over === "object";
}

/** @param {unknown} kept @returns {PageSettings} */
function readSettings(kept) {
  const found = asObject(kept);
  const { language, choices = null } = found;
  return { ...within(SETTINGS, found), language: typeof language === "string" ? language : null, choices };
}
