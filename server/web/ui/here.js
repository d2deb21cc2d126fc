/** Who is there: one live line, and those who wait for anybody, to be played with one tap. */
import { briefBoards, briefClocks, playerName } from "../i18n/names.js";
import { playWaiting } from "./actions.js";
import { button, entry } from "./components.js";
import { h } from "./dom.js";

/** @import { App } from "./app.js" */
/** @import { WaitingPlayer } from "oxo" */

/** How many are shown at the top of the start screen; the list of rooms has the others. */
export const SHOWN = 2;

/** Those who wait for anybody, without this page. @param {App} app */
export function othersWaiting({ ui, state }) {
  return ui.rooms.waiting.filter(({ ticket }) => ticket !== state.queue?.ticket);
}

/** The list without rooms in which one waits oneself; those stand among one's seats. @param {App} app */
export function roomsOfOthers({ ui }) {
  return ui.rooms.list.filter(({ room, waiting }) => !waiting || !ui.seats.some((seat) => seat.room === room));
}

/** @param {App} app */
export function here(app) {
  const { t, ui: { rooms }, state } = app;
  if (state.link.phase !== "open") return null;
  const others = othersWaiting(app);
  return h("section", { class: `here ${others.length > 0 ? "busy" : ""}`, "data-testid": "here" },
    state.queue && others.length > 0 && h("h2", null, t("page.here.others")),
    h("p", { class: "now", "data-testid": "here-line" }, rooms.loaded ? line(app, others) : t("page.rooms.loading")),
    others.length > 0 && h("ul", { class: "list" }, others.slice(0, SHOWN).map((waiting) => waitingEntry(app, waiting))));
}

/** Who waits, what can be watched, how many are online. @param {App} app @param {WaitingPlayer[]} others */
function line(app, others) {
  const { t, ui: { rooms }, state } = app;
  const hosts = roomsOfOthers(app).filter(({ waiting }) => waiting).map(({ players }) => players[0]);
  const [first, ...more] = [...others.map(({ player }) => player), ...hosts];
  const name = playerName(t, first);
  const count = rooms.list.filter(({ waiting, watchable }) => watchable && !waiting).length;
  return [
    first === undefined ? t(state.queue ? "here.nobody_else" : "here.nobody") : more.length === 0 ? t("here.one", { name }) : t("here.more", { name, count: more.length }),
    count > 0 && t("here.games", { count }),
    rooms.online !== null && (rooms.online > 1 ? t("here.online", { count: rooms.online }) : t("here.alone")),
  ].filter(Boolean).join(" ");
}

/** Somebody who waits, and the button that plays them. @param {App} app @param {WaitingPlayer} waiting */
export function waitingEntry(app, waiting) {
  const { t } = app;
  const name = playerName(t, waiting.player);
  return entry(waiting.ticket, [name],
    [t("brief.game", { board: briefBoards(t, waiting.boards), clock: briefClocks(t, waiting.clocks) })],
    button(t("page.rooms.sit"), () => void playWaiting(app, waiting),
      { look: "primary", id: `answer-${waiting.ticket}`, off: app.ui.asking, spoken: t("page.rooms.sit_with", { name }) }));
}
