/** The screen of a room's address for somebody without a seat there: who invites to what, before one sits down or watches. */
import { invitationText, watchable } from "../i18n/invitation.js";
import { fullSettings } from "../net/settings.js";
import { sitDown, watch } from "./actions.js";
import { h } from "./dom.js";
import { button, homeLink, problem } from "./components.js";
import { miniature } from "./miniature.js";
import { nameField, storageNotice } from "./name.js";
import { troubleLine } from "./status.js";

/** @import { App } from "./app.js" */
/** @import { Invitation } from "oxo" */

/** The server draws the same in `http/invitation.rs`. @param {App} app @param {string} code @param {boolean} only whether one only watches */
export function arrive(app, code, only) {
  const { invitation } = app.ui;
  if (invitation?.code !== code) return messageScreen(app, app.t("page.room.opening"));
  if ("problem" in invitation) return messageScreen(app, invitation.problem);
  return card(app, invitation.facts, only);
}

/** @param {App} app @param {Invitation} invitation @param {boolean} only */
function card(app, invitation, only) {
  const { t, ui } = app;
  const { room, table } = invitation;
  const watches = watchable(invitation);
  const sits = invitation.state === "free" && !(only && watches);
  const said = invitationText(t, invitation);
  return h("main", { id: "main", class: "arrive", key: "arrive", tabindex: -1 },
    h("div", { class: "card stack", "data-testid": "invitation" },
      table && miniature(fullSettings(table.settings).rules, [], []),
      h("h1", null, only && watches ? t("page.arrive.watch") : said.title),
      said.warning && h("p", { class: "warning", "data-testid": "warning" }, said.warning),
      said.about && h("p", { class: "hint" }, said.about),
      said.facts.length > 0 && h("dl", { class: "facts" }, said.facts.map(([label, value]) => [h("dt", null, label), h("dd", null, value)])),
      troubleLine(app),
      sits && nameField(app),
      sits && storageNotice(app),
      problem(app),
      sits && button(t("page.arrive.sit"), () => void sitDown(app, room), { look: "large primary wide", id: "sit", off: ui.asking }),
      watches && button(t("page.arrive.look"), () => void watch(app, room), { look: sits ? "large wide" : "large primary wide", id: "watch", off: ui.asking }),
      homeLink(app, sits || watches ? "quiet wide" : "primary wide")));
}

/** A screen with only a sentence: a wait, or an address that leads nowhere. @param {App} app @param {string} sentence */
export function messageScreen(app, sentence) {
  return h("main", { id: "main", class: "arrive", key: "plain", tabindex: -1 },
    h("div", { class: "card stack" },
      h("h1", { class: "sentence" }, sentence),
      troubleLine(app),
      homeLink(app, "wide")));
}
