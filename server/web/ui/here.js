/** The people online: one live line, and those who wait for anybody, to be played with one tap. */
import { together } from "../i18n/locale.js";
import { briefBoards, briefClocks, isNamed, playerName } from "../i18n/names.js";
import { playWaiting } from "./actions.js";
import { button, entry } from "./components.js";
import { h } from "./dom.js";
import { troubleLine } from "./status.js";

/** @import { App } from "./app.js" */
/** @import { Player, WaitingPlayer } from "oxo" */
/** @import { Say } from "../i18n/locale.js" */

/** Those who wait for anybody, without this page. @param {App} app */
export function othersWaiting({ ui, state }) {
  return ui.rooms.waiting.filter(({ ticket }) => ticket !== state.queue?.ticket);
}

/**
 * The list without the exhibition, which has a place of its own, and without rooms in which one waits oneself; those stand
 * among one's seats.
 * @param {App} app
 */
export function roomsOfOthers({ ui, state }) {
  return ui.rooms.list.filter(({ room, waiting }) =>
    room !== state.welcome?.exhibition && !(waiting && ui.seats.some((seat) => seat.room === room)));
}

/**
 * One line, and the button that plays whoever has waited longest. Or what is wrong with
 * the connection, in the same place, so that nothing beneath it moves.
 * @param {App} app
 */
export function here(app) {
  const { t, ui: { rooms }, state } = app;
  const trouble = troubleLine(app);
  if (trouble) return h("section", { class: "here" }, trouble);
  const [first] = othersWaiting(app);
  const isKnown = state.link.phase === "open" && rooms.loaded;
  return h("section", { class: `here ${isKnown ? "known" : ""} ${first ? "busy" : ""}`, "data-testid": "here" },
    h("p", { class: "now", "data-testid": "here-line" }, isKnown ? line(app) : t("page.here.looking")),
    first && answer(app, first));
}

/** Who waits, what can be watched, how many are online. @param {App} app */
function line(app) {
  const { t, ui: { rooms } } = app;
  const others = roomsOfOthers(app);
  const hosts = others.filter(({ waiting }) => waiting).map(({ players }) => players[0]);
  const games = others.filter(({ waiting, watchable }) => watchable && !waiting).length;
  return together([
    waiting(t, [...othersWaiting(app).map(({ player }) => player), ...hosts]),
    games > 0 && t("here.games", { count: games }),
    rooms.online !== null && (rooms.online > 1 ? t("here.online", { count: rooms.online }) : t("here.alone")),
  ]);
}

/** Who waits: by name where there is one. @param {Say} t @param {Array<Player | undefined>} players */
function waiting(t, [first, ...more]) {
  if (!first) return "";
  if (!isNamed(first)) return t("here.waiting", { count: 1 + more.length });
  const name = playerName(t, first);
  return more.length > 0 ? t("here.more", { name, count: more.length }) : t("here.one", { name });
}

/** @param {App} app @param {WaitingPlayer} waiting */
function answer(app, waiting) {
  const { t } = app;
  return button(t("page.rooms.sit"), () => void playWaiting(app, waiting), {
    look: "primary", id: `answer-${waiting.ticket}`, off: app.ui.asking, key: waiting.ticket,
    spoken: t("page.rooms.sit_with", { name: playerName(t, waiting.player) }),
  });
}

/** Somebody who waits, as an entry of the list. @param {App} app @param {WaitingPlayer} waiting */
export function waitingEntry(app, waiting) {
  const { t } = app;
  return entry(waiting.ticket, [playerName(t, waiting.player)],
    [t("brief.game", { board: briefBoards(t, waiting.boards), clock: briefClocks(t, waiting.clocks) })], answer(app, waiting));
}
