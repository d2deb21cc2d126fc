/** The list of finished games stored in this browser, newest first. */
import { other } from "../net/view.js";
import { nameIn } from "../i18n/names.js";
import { result } from "../i18n/speech.js";
import { h } from "./dom.js";
import { button, entry } from "./components.js";
import { dateOf, keyOf } from "./replay.js";
import { viewOf } from "../net/view.js";

/** @import { App } from "./app.js" */
/** @import { StoredGame } from "../storage/storage.js" */

/** How many stand on the start screen at first. */
const FEW = 4;

/** @param {App} app */
export function storedGames(app) {
  const { t, ui } = app;
  if (ui.games.length === 0) return null;
  const shown = ui.allGames ? ui.games : ui.games.slice(0, FEW);
  return h("section", { class: "stack", "data-testid": "kept" },
    h("h2", null, t("page.kept")),
    h("ul", { class: "list" }, shown.map((kept) => line(app, kept))),
    shown.length < ui.games.length
      && button(t("page.kept.all", { count: ui.games.length }), () => app.set({ allGames: true }), { look: "wide", id: "all-games" }));
}

/** @param {App} app @param {StoredGame} kept */
function line(app, kept) {
  const { t } = app;
  const { record, seat } = kept;
  const name = (/** @type {"host" | "guest"} */ which) => nameIn(t, record.players, which, seat);
  const who = seat
    ? t("page.kept.against", { name: name(other(seat)) })
    : t("rooms.and", { first: name("host"), second: name("guest") });
  const over = record.game.over;
  const outcome = over ? result({ t, me: seat, view: viewOf(record) }, over) : "";
  const to = () => app.go(record.id ? { page: "game", id: record.id } : { page: "kept", key: keyOf(record) });
  return entry(keyOf(record), [who], [outcome, dateOf(app.locale.language(), record.game.started_ms)],
    button(t("page.kept.see"), to, { spoken: t("page.kept.see_one", { who }) }));
}
