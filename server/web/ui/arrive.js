/** The screen of a room's address for somebody without a seat there: sit down or watch. */
import { sitDown, watch } from "./actions.js";
import { h } from "./dom.js";
import { mark } from "./icons.js";
import { button, problem } from "./components.js";
import { nameField, storageNotice } from "./name.js";
import { troubleLine } from "./status.js";

/** @import { App } from "./app.js" */

/** @param {App} app @param {string} code @param {boolean} only whether one only watches */
export function arrive(app, code, only) {
  const { t, ui } = app;
  return h("main", { id: "main", class: "arrive", key: "arrive", tabindex: -1 },
    h("div", { class: "card stack" },
      h("div", { class: "waiting-marks still", "aria-hidden": "true" }, mark("X"), mark("O")),
      h("h1", null, t(only ? "page.arrive.watch" : "page.arrive")),
      h("p", { class: "code" }, code),
      troubleLine(app),
      !only && nameField(app),
      !only && storageNotice(app),
      problem(app),
      !only && button(t("page.arrive.sit"), () => void sitDown(app, code), { look: "large primary wide", sign: "friend", id: "sit", off: ui.asking }),
      button(t("page.arrive.look"), () => void watch(app, code), { look: only ? "large primary wide" : "large wide", sign: "watch", id: "watch", off: ui.asking }),
      button(t("page.home"), () => app.go({ page: "start" }), { look: "quiet wide", id: "home" })));
}

/** A screen with only a sentence: a wait, or an address that leads nowhere. @param {App} app @param {string} sentence */
export function messageScreen(app, sentence) {
  const { t } = app;
  return h("main", { id: "main", class: "arrive", key: "plain", tabindex: -1 },
    h("div", { class: "card stack" },
      h("h1", { class: "sentence" }, sentence),
      troubleLine(app),
      button(t("page.home"), () => app.go({ page: "start" }), { look: "wide", id: "home" })));
}
