/** A chat that hears of a room's games: the dialog that sets its webhook or removes it. */
import { chatNotice } from "../../i18n/speech.js";
import { report } from "../actions.js";
import { button, closeDialog, dialog } from "../components.js";
import { h } from "../dom.js";

/** @import { App } from "../app.js" */
/** @import { FullView } from "../../net/view.js" */

/** @param {App} app @param {FullView} view */
export function chatDialog(app, view) {
  const { t, ui, state: { now } } = app;
  return dialog(app, { id: "chat", title: t("page.chat") },
    now?.webhook && h("p", null, chatNotice(app, view, now.webhook)),
    now?.webhook && button(t("page.chat.stop"), () => void stop(app), { look: "wide danger", id: "chat-stop" }),
    h("form", { class: "field", on: { submit: (event) => { event.preventDefault(); void set(app); } } },
      h("label", { class: "label", for: "chat" }, t("page.chat.address")),
      h("div", { class: "with-button" },
        h("input", {
          class: "input", id: "chat", type: "url", inputmode: "url", autocomplete: "off", spellcheck: "false", value: ui.chat, placeholder: "https://",
          "data-testid": "chat-address", "aria-invalid": ui.chatProblem ? "true" : null, "aria-describedby": ui.chatProblem ? "chat-problem" : null,
          on: { input: (event) => app.set({ chat: event.target.value, chatProblem: null }) },
        }),
        h("button", { type: "submit", class: "button primary", "data-testid": "chat-set" }, t("page.chat.set"))),
      ui.chatProblem && h("p", { class: "problem", id: "chat-problem", role: "alert", "data-testid": "chat-problem" }, ui.chatProblem)),
    h("p", { class: "hint" }, t("page.chat.about")));
}

/** @param {App} app */
async function set(app) {
  const typed = app.ui.chat.trim();
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url?.protocol !== "https:") return app.set({ chatProblem: app.t("page.chat.wrong") });
  if (!await report(app, app.session.setWebhook(url.href, app.locale.language()))) return;
  closeDialog(app);
  // Whoever knows the address may write there.
  app.set({ chat: "" });
}

/** @param {App} app */
async function stop(app) {
  if (!await report(app, app.session.removeWebhook())) return;
  closeDialog(app);
  app.say(app.t("page.chat.stopped"));
}
