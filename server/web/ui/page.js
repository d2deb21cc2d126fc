/** The whole page: the top bar, the screen of the address, and the open dialog. */
import { arrive, messageScreen } from "./arrive.js";
import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { noticeLines } from "../i18n/speech.js";
import { logo } from "./icons.js";
import { loaded } from "./lazy.js";
import { followed, signButton } from "./components.js";
import { start } from "./start.js";
import { table, tableBar } from "./table.js";
import { viewer } from "./viewer.js";

/** @import { App } from "./app.js" */
/** @import { Child } from "./dom.js" */

/** @param {App} app @returns {Child[]} */
export function page(app) {
  const { t, ui, state } = app;
  const atTable = ui.route.page === "room" && state.place?.room === ui.route.code;
  return [
    h("header", { class: "top", key: "top" },
      h("a", {
        class: "home", href: `${app.base}/`, "aria-label": t("page.home"), "data-testid": "logo",
        on: { click: followed(() => app.go({ page: "start" })) },
      }, logo()),
      h("span", { class: "space" }),
      atTable && tableBar(app, state),
      signButton("settings", t("page.settings"), () => app.set({ dialog: "settings" }), { id: "settings" })),
    operatorNotice(app),
    screen(app),
    openDialog(app),
  ];
}

/** The notice of the server's operator to everybody. @param {App} app */
function operatorNotice({ locale, state: { notice } }) {
  const lines = noticeLines(locale, notice);
  return lines.length > 0 && h("aside", { class: "operator-notice", key: "operator-notice", "data-testid": "notice" }, lines.map((line) => h("p", null, line)));
}

/** @param {App} app */
function screen(app) {
  const { t, ui } = app;
  switch (ui.route.page) {
    case "room": return room(app, ui.route.code, ui.route.watch);
    case "game":
    case "kept":
      if (ui.replay?.record) return viewer(app, ui.replay, ui.replay.record);
      return messageScreen(app, ui.replay?.problem ?? t(ui.route.page === "game" ? "page.game.loading" : "page.game.none"));
    default: return start(app);
  }
}

/** @param {App} app @param {string | null} code @param {boolean} watch */
function room(app, code, watch) {
  const { t, ui, state } = app;
  if (code === null) return messageScreen(app, t("page.room.unreadable"));
  const here = state.place?.room === code;
  if (here && state.view) return table(app, state.view);
  // The first move stands on the start screen's board until the table's is there.
  if (ui.opening !== null && (here || ui.asking)) return start(app);
  const lazy = loaded();
  if (lazy && ui.take?.room === code && !here) return lazy.takeScreen(app, code);
  if (here || ui.asking || ui.take?.room === code) return messageScreen(app, t("page.room.opening"));
  return arrive(app, code, watch);
}
