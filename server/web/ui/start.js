/** The start screen: name, ways to a game, open rooms, stored games. */
import { isOver } from "../net/state.js";
import { DEFAULT_SETTINGS } from "../net/settings.js";
import { briefBoards, briefClocks } from "../i18n/names.js";
import { choicesPanel } from "./choices.js";
import { choose, computerFold } from "./computer.js";
import { acceptAnyBoard, enter, followCode, playAnyone, playFriend } from "./actions.js";
import { h } from "./dom.js";
import { exhibitions } from "./exhibition.js";
import * as selectors from "./selectors.js";
import { logo, mark } from "./icons.js";
import { storedGames } from "./archive.js";
import { here } from "./here.js";
import { nameField, storageNotice } from "./name.js";
import { button, notice, problem, signButton } from "./components.js";
import { openRooms } from "./rooms.js";
import { troubleLine } from "./status.js";

/** @import { App } from "./app.js" */
/** @import { Queue } from "../net/state.js" */

/** @param {App} app */
export function start(app) {
  const { t, state } = app;
  return h("main", { id: "main", class: "start", key: "start", tabindex: -1 },
    h("div", { class: "lead" },
      h("div", { class: "hero" }, h("h1", null, logo()), h("p", { class: "tagline" }, t("page.tagline"))),
      troubleLine(app),
      gone(app),
      !state.queue && here(app),
      state.queue ? queue(app, state.queue) : ways(app),
      state.queue && here(app)),
    h("div", { class: "aside" }, selectors.hasComputers(state) && exhibitions(app), openRooms(app), storedGames(app)));
}

/** A seat that is not there any more. @param {App} app */
function gone(app) {
  if (!app.ui.gone) return null;
  return notice(app.t(app.ui.gone.why === "dismissed" ? "page.gone.dismissed" : "page.gone", { room: app.ui.gone.room }), "calm");
}

/** @param {App} app */
function ways(app) {
  const { t, ui } = app;
  return h("div", { class: "stack" },
    seats(app),
    nameField(app),
    storageNotice(app),
    h("div", { class: "ways" },
      button(t("page.start.friend"), () => void playFriend(app), { look: "large primary", sign: "friend", id: "play-friend", off: ui.asking }),
      button(t("page.start.anyone"), () => void playAnyone(app), { look: "large", sign: "anyone", id: "play-anyone", off: ui.asking }),
      selectors.hasComputers(app.state) && computerFold(app, t("page.start.computer"))),
    problem(app),
    choicesPanel(t, ui.choices, ui.choosing, (choosing) => app.set({ choosing }), (choices) => choose(app, choices)),
    joinForm(app));
}

/** The seats one can go back to. @param {App} app */
function seats(app) {
  const { t, ui, state } = app;
  const here = state.place?.kind === "seat" && !isOver(state) ? state.place.room : null;
  const rooms = new Set([here, ...ui.seats.map((seat) => seat.room)]);
  rooms.delete(null);
  if (rooms.size === 0) return null;
  return h("ul", { class: "stack", "data-testid": "seats" }, [...rooms].slice(0, 3).map((room) => room &&
    h("li", { key: room, class: "with-button" },
      button(t("page.start.seat", { room }), () => app.go({ page: "room", code: room, watch: false }),
        { look: "wide seat", sign: "take_back", id: `seat-${room}` }),
      room === here && signButton("leave", t("page.deed.leave"), () => app.set({ dialog: "leave" }), { look: "", id: "leave-seat" }))));
}

/** @param {App} app */
function joinForm(app) {
  const { t, ui } = app;
  return h("form", {
    class: "field", on: { submit: (event) => { event.preventDefault(); followCode(app); } },
  },
  h("label", { class: "label", for: "code" }, t("page.join")),
  h("div", { class: "with-button" },
    h("input", {
      class: "input code-input", id: "code", value: ui.code, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
      placeholder: "K7QX-4MTR", enterkeyhint: "go", "data-testid": "code-input",
      "aria-invalid": ui.codeProblem ? "true" : null, "aria-describedby": ui.codeProblem ? "code-problem" : null,
      on: { input: (event) => app.set({ code: event.target.value, codeProblem: null, elsewhere: null }) },
    }),
    h("button", { type: "submit", class: "button", "data-testid": "join" }, t("page.join.go"))),
  ui.codeProblem && h("p", { class: "problem", id: "code-problem", role: "alert", "data-testid": "code-problem" }, ui.codeProblem),
  otherServer(app));
}

/** The way to another server, whose link was typed. @param {App} app */
function otherServer({ t, ui: { elsewhere } }) {
  if (!elsewhere) return null;
  const { href, host } = elsewhere;
  return h("p", { class: "notice", role: "alert", "data-testid": "elsewhere" },
    h("span", null, t("page.elsewhere", { host })),
    h("a", { class: "button", href, rel: "noreferrer", "data-testid": "go-elsewhere" }, t("page.elsewhere.go", { host })));
}

/** What is waited for, and who sees it. @param {App} app @param {Queue} queue */
function search(app, { boards = [DEFAULT_SETTINGS.rules], clocks = [DEFAULT_SETTINGS.clock], unseen }) {
  const { t, ui } = app;
  return [
    h("p", null, t("brief.game", { board: briefBoards(t, boards), clock: briefClocks(t, clocks) })),
    h("p", { class: "hint", "data-testid": "seen" }, t(unseen ? "queue.unseen" : "queue.seen")),
    boards !== "any" && button(t("page.queue.any_board"), () => void acceptAnyBoard(app), { id: "any-board", off: ui.asking }),
  ];
}

/** Waiting for an opponent. @param {App} app @param {Queue} waits */
function queue(app, waits) {
  const { t, state, ui } = app;
  const { position, wait_ms, answers } = waits;
  const plays = state.place?.kind === "seat" && !isOver(state);
  return h("section", { class: "card queue stack", "data-testid": "queue" },
    h("div", { class: "waiting-marks", "aria-hidden": "true" }, mark("X"), mark("O")),
    h("p", { class: "headline" }, t(position === null ? "page.link.connecting" : answers ? "queue.asking" : "queue.waiting")),
    !answers && search(app, waits),
    wait_ms !== null && h("p", { class: "hint" }, t("queue.wait", { count: Math.max(Math.ceil(wait_ms / 1_000), 1) })),
    h("p", { class: "hint" }, t("page.queue.stay")),
    plays ? seats(app) : selectors.hasComputers(state) && h("div", { class: "ways" },
      computerFold(app, t("page.computer.meanwhile")),
      ui.unfolded === "computer" && h("p", { class: "hint" }, t("page.computer.meanwhile.about"))),
    problem(app),
    button(t("page.cancel"), () => void enter(app, () => app.session.cancel()), { look: "wide", id: "cancel-queue" }));
}
