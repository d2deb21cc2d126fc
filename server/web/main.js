/** Entry point: reads the browser's storage, picks the language, opens the session and draws the page. */
import { allowTones, speaker } from "./ui/alert.js";
import { painter } from "./ui/app.js";
import { choicesFrom } from "./ui/choices.js";
import { lookAt, takeUp, watch } from "./ui/actions.js";
import { listen, updateTitle } from "./ui/notifications.js";
import { followExhibition } from "./ui/exhibition.js";
import { followKeys } from "./ui/keys.js";
import { withLazy } from "./ui/lazy.js";
import { takeUpTap } from "./ui/opening.js";
import { page } from "./ui/page.js";
import { keyOf, load, replayOf, show as replayed } from "./ui/replay.js";
import { followRooms } from "./ui/rooms.js";
import { pathOf, routeOf } from "./ui/router.js";
import { installWorker } from "./ui/worker.js";
import { createStorage } from "./storage/storage.js";
import { createSession, socketOf } from "./net/session.js";
import { mySeat } from "./net/state.js";
import { createLocale } from "./i18n/locale.js";

/** @import { App, Ui } from "./ui/app.js" */
/** @import { Route } from "./ui/router.js" */
/** @import { Language } from "./i18n/locale.js" */

/** What stands before every path of the server: this module lies at BASE/a/HASH/main.js. */
const BASE = /^(.*)\/a\/[^/]+\/main\.js$/.exec(new URL(import.meta.url).pathname)?.[1] ?? "";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const storage = createStorage({ base: BASE });
const locale = createLocale();
const { redraw, redrawWithin, hold } = painter(element("page"), () => page(app));

/** What the server rendered the document with. @type {import("oxo").Invitation | null} */
let served = JSON.parse(element("page").dataset["invitation"] || "null");
const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("name"))?.value;
if (typed) storage.setName(typed);

/** @type {Ui} */
const ui = {
  route: routeOf(BASE, location),
  name: storage.name(), nameProblem: null, code: "", codeProblem: null, problem: null, elsewhere: null, invitation: null, asking: false,
  choices: choicesFrom(storage.settings().choices), typed: {}, choosing: false, opening: null, unfolded: null,
  rooms: { list: [], next: null, loaded: false, waiting: [], online: null },
  seats: [], held: [], games: [], allGames: false,
  back: null, cursor: 0, chosen: null, zoom: 1, fresh: false,
  dialog: null, message: null, hint: null, lockedUntil: 0, bubble: null, missed: false, done: null, gone: null, replay: null, reviewing: false, analysing: false, sat: null, shared: null, take: null, chat: "", chatProblem: null,
};

await locale.use(/** @type {Language | null} */ (storage.settings().language)).catch(() => locale.use(null)).catch(() => locale.use("en"));
const session = createSession({
  url: socketOf(BASE), storage,
  go: (address) => { if (/^https?:/.test(address)) location.assign(pathOf(address.replace(/\/$/, ""), ui.route)); },
});

/** @type {App} */
const app = {
  ui, session, storage, locale, redraw, redrawWithin,
  t: locale.t,
  speak: speaker(element("live")),
  base: BASE,
  get state() { return session.state; },
  get me() { return mySeat(session.state); },
  serverNow: session.clock.serverNow,
  settings: storage.settings(),
  set(part) {
    Object.assign(ui, part);
    if (part.replay || part.invitation) updateTitle(app);
    redraw();
  },
  setSettings(part) {
    storage.setSettings(part);
    app.settings = storage.settings();
    applyAppearance();
    refreshExhibition();
    redraw();
  },
  say(text, tone = "calm") {
    app.set({ message: { text, tone } });
    app.speak(text);
  },
  go(route, how = "push") {
    const path = pathOf(BASE, route);
    const same = path === location.pathname + location.hash;
    if (how === "replace" || same) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    show(route);
    if (how === "push" && !same) requestAnimationFrame(() => element("main")?.focus({ preventScroll: true }));
  },
};

/** Shows the screen of a route, and does what its address asks for. @param {Route} route */
function show(route) {
  Object.assign(ui, { route, problem: null, codeProblem: null, elsewhere: null, dialog: null, replay: null });
  scrollTo(0, 0);
  switch (route.page) {
    case "room": if (route.code) enterRoom(route.code, route.watch, route.take); break;
    case "game": hold(load(app, route.id)); break;
    case "kept": replayed(app, replayOf(storage.games().find(({ record }) => keyOf(record) === route.key))); break;
    default: app.set({ seats: storage.seats(), games: storage.games(), cursor: 0 });
  }
  refreshRooms();
  refreshExhibition();
  updateTitle(app);
  redraw();
}

/** Resumes the seat in a room, or watches it, or asks whether another device's is to be taken. @param {string} code @param {boolean} watches @param {string} [token] */
function enterRoom(code, watches, token) {
  if (token) {
    // Whoever has it gets the seat: it stays in no history and no bookmark.
    history.replaceState(null, "", pathOf(BASE, ui.route));
    if (!storage.seatIn(code)) void askToTake(code, token);
  }
  if (session.state.place?.room === code) return;
  if (watches) void watch(app, code);
  else if (storage.seatIn(code)) void goBack(code, token);
  if (served?.room === code) app.set({ invitation: { code, facts: served } });
  else void lookAt(app, code);
  served = null;
}

/** Goes back to the seat in a room. Where this device was removed from it, a new link asks as it does elsewhere. @param {string} code @param {string} [token] */
async function goBack(code, token) {
  const isBack = await takeUp(app, code);
  if (!isBack && token && !storage.seatIn(code)) await askToTake(code, token);
}

/** Asks whether the seat that another device shares is to be taken. @param {string} room @param {string} token */
async function askToTake(room, token) {
  app.set({ take: { room, token }, problem: null });
  if (await withLazy(app, () => redraw())) return;
  app.set({ take: null });
  // So that to reload the page asks once more.
  history.replaceState(null, "", `${pathOf(BASE, ui.route)}#take=${token}`);
}

/** The colours and the language of the document. */
function applyAppearance() {
  const { theme } = app.settings;
  document.documentElement.dataset["theme"] = theme;
  document.documentElement.lang = locale.language();
}

const refreshRooms = followRooms(app);
const refreshExhibition = followExhibition(app);
listen(app);
locale.subscribe(() => {
  applyAppearance();
  updateTitle(app);
  redraw();
});
addEventListener("popstate", () => show(routeOf(BASE, location)));
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, allowTones, { capture: true });
followKeys(app);
applyAppearance();
show(ui.route);
takeUpTap(app);
installWorker(BASE);
if (storage.lostSeats) app.set({ problem: app.t("page.kept.older") });
