/** The open dialog: confirmations, phrases, and those of other modules. */
import { seatName } from "../i18n/names.js";
import { PHRASES, phrase } from "../i18n/speech.js";
import { codeDialog } from "./code.js";
import { levelDialog } from "./computer.js";
import { confirmed, say } from "./actions.js";
import { h } from "./dom.js";
import { forgetDialog } from "./forget.js";
import * as selectors from "./selectors.js";
import { inviteDialog } from "./invite.js";
import { loaded } from "./lazy.js";
import { button, closeDialog, dialog } from "./components.js";
import { settingsDialog } from "./settings.js";

/** @import { App, Question } from "./app.js" */
/** @import { FullView } from "../net/view.js" */

/** The dialog that is open. @param {App} app */
export function openDialog(app) {
  const { ui, state } = app;
  const name = ui.dialog;
  if (name === null) return null;
  if (name === "settings") return settingsDialog(app);
  if (name === "forget") return forgetDialog(app);
  if (name === "code") return codeDialog(app);
  const { place, view } = state;
  if (!place || !view) return null;
  if (name === "invite") return inviteDialog(app, place);
  if (name === "device") return state.link.phase === "superseded" ? null : loaded()?.deviceDialog(app, place);
  if (name === "chat") return loaded()?.chatDialog(app, view);
  if (name === "say") return phrases(app);
  if (name === "level") return selectors.running(view) ? null : levelDialog(app, view);
  if (!selectors.option(app, name)) return null;
  return name === "leave" ? leaving(app, view) : question(app, name, view);
}

/** @param {App} app @param {Exclude<Question, "leave">} name @param {FullView} view */
function question(app, name, view) {
  const { t } = app;
  const close = () => closeDialog(app);
  const [title, yes, no] = name === "remove_guest"
    ? [t("page.ask.remove", { name: seatName(app, view, "guest") }), t("page.yes.remove"), t("page.no.remove")]
    : name === "abort"
      ? [t("page.ask.abort"), t("page.yes.abort"), t("page.no.play_on")]
      : [t("page.ask.resign"), t("page.yes.resign"), t("page.no.play_on")];
  return dialog(app, { id: "ask", title, sheet: true },
    name === "remove_guest" && h("p", { class: "hint" }, t("page.ask.remove.about")),
    h("div", { class: "pair" },
      button(no, close, { id: "ask-no" }),
      button(yes, () => void confirmed(app, name), { look: "danger", id: "ask-yes" })));
}

/** @param {App} app @param {FullView} view */
function leaving(app, view) {
  const close = () => closeDialog(app);
  const [title, about, keep, yes, no] = leavingWords(app, view).map((key) => app.t(key));
  return dialog(app, { id: "leave", title, sheet: true },
    h("p", { class: "hint" }, about),
    button(keep, () => { close(); app.go({ page: "start" }); }, { look: "wide", id: "leave-keep" }),
    button(yes, () => void confirmed(app, "leave"), { look: "wide danger", id: "leave-yes" }),
    button(no, close, { look: "wide quiet", id: "leave-no" }));
}

/** The sentences of the question. @param {App} app @param {FullView} view */
function leavingWords(app, view) {
  if (selectors.waitsForFriend(view, app.me)) {
    return ["page.ask.close", "page.ask.close.about", "page.close_room.keep", "page.invite.cancel", "page.close_room.wait"];
  }
  const game = selectors.running(view) !== null;
  const computer = selectors.opposite(view, app.me) !== null;
  return [
    "page.ask.leave",
    computer ? "page.ask.leave.computer" : game ? "page.ask.leave.game" : "page.ask.leave.about",
    "page.leave.keep", game ? "page.leave.game" : "page.leave.seat", "page.leave.stay",
  ];
}

/** @param {App} app */
function phrases(app) {
  const { t } = app;
  return dialog(app, { id: "say", title: t("page.say.title"), sheet: true },
    h("div", { class: "phrases" }, PHRASES.map((one) =>
      button(phrase(t, one), () => say(app, one), { id: `say-${one}`, key: one }))));
}
