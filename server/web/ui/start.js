/** The start screen: a board to tap, ways to people, and beside them everything else there is. */
import { DEFAULT_SETTINGS } from "../net/settings.js";
import { together } from "../i18n/locale.js";
import { briefBoards, briefClocks } from "../i18n/names.js";
import { typeNumber } from "./choices.js";
import { choicesPanel } from "./choices_panel.js";
import { choose } from "./computer.js";
import { acceptAnyBoard, enter, playAnyone, playFriend } from "./actions.js";
import { h } from "./dom.js";
import { exhibitions } from "./exhibition.js";
import * as selectors from "./selectors.js";
import { mark } from "./icons.js";
import { storedGames } from "./archive.js";
import { here } from "./here.js";
import { nameField, storageNotice } from "./name.js";
import { opening } from "./opening.js";
import { button, notice, problem } from "./components.js";
import { openRooms } from "./rooms.js";
import { seats } from "./seats.js";

/** @import { App } from "./app.js" */
/** @import { Queue } from "../net/state.js" */

/** The server draws the same in `http/first_screen.rs`, as far as it can know it. @param {App} app */
export function start(app) {
  const { t, state } = app;
  const computers = selectors.hasComputers(state);
  return h("main", { id: "main", class: "start", key: "start", tabindex: -1 },
    h("h1", { class: "spoken" }, t("page.tagline")),
    h("div", { class: computers ? "lead" : "lead boardless" },
      h("div", { class: "notes" }, gone(app), seats(app)),
      state.queue ? queue(app, state.queue) : ways(app),
      here(app),
      computers && opening(app)),
    h("div", { class: "aside" }, people(app), openRooms(app), computers && exhibitions(app), storedGames(app), host(app)));
}

/** A seat that is not there any more. @param {App} app */
function gone(app) {
  if (!app.ui.gone) return null;
  return notice(app.t(app.ui.gone.why === "dismissed" ? "page.gone.dismissed" : "page.gone", { room: app.ui.gone.room }), "calm");
}

/** The three ways to people. @param {App} app */
function ways(app) {
  const { t, ui } = app;
  // A tap on the board is answered there: nothing else changes its look meanwhile.
  const off = ui.asking && ui.opening === null;
  return h("div", { class: "ways" },
    button(t("page.start.anyone"), () => void playAnyone(app), { look: "way", sign: "anyone", id: "play-anyone", off }),
    button(t("page.start.friend"), () => void playFriend(app), { look: "way", sign: "friend", id: "play-friend", off }),
    button(t("page.start.code"), () => app.set({ dialog: "code" }), { look: "way", sign: "code", id: "enter-code" }),
    problem(app));
}

/** Under which name one plays with people, and what. @param {App} app */
function people(app) {
  const { t, ui } = app;
  return h("section", { class: "stack people" },
    h("h2", null, t("page.start.people")),
    nameField(app),
    storageNotice(app),
    choicesPanel(t, ui.choices, ui.typed, ui.choosing, (choosing) => app.set({ choosing }), (part) => choose(app, part), (name, text) => {
      const { choices, typed } = typeNumber(app.ui.choices, app.ui.typed, name, text);
      app.set({ typed, problem: null });
      choose(app, choices);
    }));
}

/** How to have a server of one's own. @param {App} app */
function host({ t }) {
  return h("details", { class: "host" },
    h("summary", null, t("page.host")),
    h("p", { class: "hint" }, t("page.host.about")),
    h("code", null, "cargo run --release -p server"));
}

/** Waiting for an opponent: for what, who sees it, and how long yet. @param {App} app @param {Queue} waits */
function queue(app, { position, wait_ms, answers, boards = [DEFAULT_SETTINGS.rules], clocks = [DEFAULT_SETTINGS.clock], unseen }) {
  const { t, ui } = app;
  const game = t("brief.game", { board: briefBoards(t, boards), clock: briefClocks(t, clocks) });
  return h("section", { class: "card queue", "data-testid": "queue" },
    h("div", { class: "waiting-marks", "aria-hidden": "true" }, mark("X"), mark("O")),
    h("p", { class: "headline" }, t(position === null ? "page.link.connecting" : answers ? "queue.asking" : "queue.waiting")),
    !answers && h("p", null, game),
    h("p", { class: "hint", "data-testid": "seen" }, together([
      !answers && t(unseen ? "queue.unseen" : "queue.seen"),
      wait_ms !== null && t("queue.wait", { count: Math.max(Math.ceil(wait_ms / 1_000), 1) }),
      t("page.queue.stay"),
    ])),
    problem(app),
    h("div", { class: "pair" },
      !answers && boards !== "any" && button(t("page.queue.any_board"), () => void acceptAnyBoard(app), { id: "any-board", off: ui.asking }),
      button(t("page.cancel"), () => void enter(app, () => app.session.cancel()), { id: "cancel-queue" })));
}
