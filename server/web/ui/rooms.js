/** The list of those who wait, open rooms and games to watch, refreshed while it is on the screen. */
import { briefGame, playerName } from "../i18n/names.js";
import { sitDown, watch } from "./actions.js";
import { h } from "./dom.js";
import { button, entry } from "./components.js";
import { SHOWN } from "./seats.js";
import { othersWaiting, roomsOfOthers, waitingEntry } from "./here.js";

/** @import { App } from "./app.js" */
/** @import { StoredSeat } from "../storage/storage.js" */
/** @import { Listed } from "oxo" */

/** How often the list is asked for, in milliseconds. */
const EVERY_MS = 5_000;
/** The most rooms on a page of the list. */
const PAGE = 50;

/** @param {App} app */
export function openRooms(app) {
  const { t, ui: { rooms }, state } = app;
  const [others, list] = [othersWaiting(app), roomsOfOthers(app)];
  if (others.length === 0 && list.length === 0) {
    return !state.queue && h("section", { class: "stack rooms", "data-testid": "rooms" },
      h("h2", null, t("page.rooms")),
      h("p", { class: "hint empty", "data-testid": "alone" }, t("page.rooms.none")));
  }
  return h("section", { class: "stack rooms", "data-testid": "rooms" },
    h("h2", null, t("page.rooms")),
    h("ul", { class: "list" }, others.map((waiting) => waitingEntry(app, waiting)), list.map((room) => line(app, room))),
    rooms.next !== null && button(t("page.rooms.more"), () => void nextPage(app), { look: "wide", id: "more-rooms" }));
}

/** @param {App} app @param {Listed} room */
function line(app, room) {
  const { t } = app;
  const names = room.players.map((player, n) => playerName(t, player, room.players[1 - n]));
  const [first = "", second] = names;
  const who = second === undefined ? first : t("rooms.and", { first, second });
  const score = room.waiting ? "" : ` · ${room.score.host}:${room.score.guest}`;
  return entry(room.room, [who, score],
    [briefGame(t, room.rules, room.clock), room.opening && room.opening !== "free" && t(`opening.rule.${room.opening}`), room.spectators > 0 && t("spectators", { count: room.spectators })],
    room.waiting
      ? button(t("page.rooms.sit"), () => void sitDown(app, room.room), { look: "primary", id: `sit-${room.room}`, spoken: t("page.rooms.sit_with", { name: who }) })
      : button(t("page.rooms.watch"), () => void watch(app, room.room), { id: `watch-${room.room}`, spoken: t("page.rooms.watch_them", { name: who }) }));
}

/** The next page of the list, beneath what there is. @param {App} app */
async function nextPage(app) {
  const page = await ask(app, app.ui.rooms.next);
  if (!page) return;
  const { rooms } = app.ui;
  // A room whose place in the list has changed meanwhile may be on two pages.
  const listed = new Set(rooms.list.map(({ room }) => room));
  const added = page.rooms.filter(({ room }) => !listed.has(room));
  app.set({ rooms: { ...rooms, list: [...rooms.list, ...added], next: page.next ?? null } });
}

/** @param {App} app @param {string | null} [cursor] */
async function ask(app, cursor = null) {
  const outcome = await app.session.rooms(cursor ?? undefined);
  return "ok" in outcome && outcome.ok.type === "rooms" ? outcome.ok : null;
}

/** How it stands where one has a seat; as before when that cannot be known now. @param {App} app @param {StoredSeat[]} seats */
async function held(app, seats) {
  if (seats.length === 0) return [];
  const outcome = await app.session.seats(seats.slice(0, SHOWN).map((seat) => seat.secret));
  return "ok" in outcome && outcome.ok.type === "seats" ? outcome.ok.seats.filter((seat) => seat !== null) : app.ui.held;
}

/**
 * Refreshes the list while it is on the screen and connected; the rooms themselves not once further pages were loaded.
 * @param {App} app
 */
export function followRooms(app) {
  const wanted = () => app.ui.route.page === "start" && !document.hidden && app.state.link.phase === "open";
  let asking = false;
  async function look() {
    if (asking || !wanted()) return;
    asking = true;
    const page = await ask(app);
    const seats = app.storage.seats();
    const known = await held(app, seats);
    asking = false;
    if (!page) return;
    const { list, next } = app.ui.rooms;
    const rooms = list.length > PAGE ? { list, next } : { list: page.rooms, next: page.next ?? null };
    // Another tab may have opened a room meanwhile, which is nobody else's.
    app.set({ seats, held: known, rooms: { ...rooms, loaded: true, waiting: page.waiting ?? [], online: page.online ?? null } });
  }
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let every;
  function begin() {
    clearInterval(every);
    if (document.hidden) return;
    every = setInterval(() => void look(), EVERY_MS);
    void look();
  }
  document.addEventListener("visibilitychange", begin);
  app.session.subscribe(({ link }, before) => {
    if (link.phase === "open" && before.link.phase !== "open") void look();
  });
  begin();
  return () => void look();
}
