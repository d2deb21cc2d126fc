/** Computer against computer: the exhibition game on the start screen, and a game of two chosen levels. */
import { briefBoard } from "../i18n/names.js";
import { levels } from "./computer.js";
import { rulesOf } from "./choices.js";
import { exhibit } from "./actions.js";
import { h } from "./dom.js";
import { miniature } from "./miniature.js";
import { button, signButton } from "./components.js";

/** @import { App } from "./app.js" */
/** @import { FullView } from "../net/view.js" */

/** @param {App} app */
export function exhibitions(app) {
  const { t, ui } = app;
  const open = ui.unfolded === "exhibit";
  return h("section", { class: "stack", "data-testid": "exhibitions" },
    h("h2", null, t("page.two")),
    always(app),
    button(t("page.two.choose"), () => app.set({ unfolded: open ? null : "exhibit" }), { look: "wide", sign: "watch", id: "choose-two", expanded: open }),
    open && chosen(app));
}

/** The game that always runs, if the server keeps one. @param {App} app */
function always(app) {
  const { t, state } = app;
  const code = state.welcome?.exhibition;
  if (!code) return null;
  const shows = isShown(app);
  const view = shows && !state.peek?.ended ? state.peek : null;
  return h("div", { class: "card exhibition", "data-testid": "exhibition" },
    view && miniature(view.settings.rules, view.game?.moves ?? [], view.game?.lines ?? []),
    h("div", { class: "stack" },
      h("p", { class: "headline" }, view ? sides(app, view) : t("page.two.always")),
      view && h("p", { class: "hint" }, briefBoard(t, view.settings.rules)),
      h("div", { class: "with-button" },
        button(t("page.rooms.watch"), () => app.go({ page: "room", code, watch: true }), { id: "watch-exhibition", spoken: t("page.two.watch") }),
        signButton(shows ? "pause" : "play", t(shows ? "page.two.hide" : "page.two.show"),
          () => app.setSettings({ exhibition: !shows }), { id: "hide-exhibition" }))));
}

/** Who plays: levels alone, as what they are stands above. @param {App} app @param {FullView} view */
function sides({ t }, { seats: { host, guest } }) {
  const [first, second] = [host?.player.computer?.level, guest?.player.computer?.level];
  return first && second ? t("page.two.levels", { first, second }) : t("page.two.always");
}

/** Two levels to choose. @param {App} app */
function chosen(app) {
  const { t, ui } = app;
  return h("div", { class: "card stack opened" },
    levels(app, "level_first", t("page.two.first")),
    levels(app, "level_second", t("page.two.second")),
    h("p", { class: "hint" }, briefBoard(t, rulesOf(ui.choices))),
    button(t("page.two.begin"), () => void exhibit(app), { look: "primary wide", id: "begin-exhibit", off: ui.asking }));
}

/** Whether the game is shown: it can be hidden, and is by default where reduced motion is preferred. @param {App} app */
function isShown({ settings }) {
  return settings.exhibition ?? !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Follows the exhibition game while the start screen is visible and the page has no room. Call the result when the
 * screen changes.
 * @param {App} app
 */
export function followExhibition(app) {
  function follow() {
    const { ui, state, session } = app;
    // A request under way may lead to a room, which ends this by itself.
    if (ui.asking) return;
    const looks = ui.route.page === "start" && !document.hidden && state.place === null && isShown(app);
    session.peek(looks ? state.welcome?.exhibition ?? null : null);
  }
  app.session.subscribe(follow);
  document.addEventListener("visibilitychange", follow);
  return follow;
}
