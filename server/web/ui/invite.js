/** The invitation of a friend: link, code, and QR code. */
import { DAY_MS, seconds } from "../net/clock.js";
import { briefGame } from "../i18n/names.js";
import { copy, leave } from "./actions.js";
import { notifyOffer } from "./consent.js";
import { h } from "./dom.js";
import { mark } from "./icons.js";
import { nameField } from "./name.js";
import { withLazy } from "./lazy.js";
import { embedButton, hasSheet, linkOf, share } from "./share.js";
import { button, dialog } from "./components.js";
import { troubleLine } from "./status.js";

/** @import { App } from "./app.js" */
/** @import { FullView } from "../net/view.js" */
/** @import { Place } from "../net/state.js" */

/** The length of a code, at the end of every link. */
const CODE = 9;

/** The page while one waits for somebody to come. @param {App} app @param {FullView} view @param {Place} place */
export function invite(app, view, place) {
  const { t } = app;
  return h("main", { id: "main", class: "invite", key: "invite", tabindex: -1 },
    h("div", { class: "waiting-marks", "aria-hidden": "true" }, mark("X"), mark("O")),
    h("h1", null, t("page.invite.title")),
    troubleLine(app),
    h("p", { class: "hint" }, t("page.invite.about")),
    invitation(app, place),
    notifyOffer(app, "came"),
    h("p", { class: "hint" }, briefGame(t, view.settings.rules, view.settings.clock)),
    h("p", { class: "hint" }, patience(app, view)),
    nameField(app),
    deviceButton(app),
    chatButton(app),
    button(t("page.invite.cancel"), () => leave(app), { look: "quiet", id: "cancel-room" }));
}

/** A limit that nobody chose is shown before it counts. @param {App} app @param {FullView} view */
function patience({ t, state: { welcome } }, { settings: { clock } }) {
  if (!welcome) return null;
  const { first_move_ms, correspondence_wait_ms } = welcome.limits;
  return clock.type === "correspondence"
    ? t("page.invite.waits", { count: Math.floor(correspondence_wait_ms / DAY_MS) })
    : t("page.invite.first_move", { count: seconds(first_move_ms) });
}

/** Link, code and picture. @param {App} app @param {Place} place */
function invitation(app, place) {
  const { t, ui } = app;
  const url = linkOf(app, place);
  const message = t("page.invite.message");
  return h("div", { class: "invitation" },
    h("div", { class: "card stack" },
      h("p", { class: "label" }, t("page.invite.link")),
      h("p", { class: "link", "data-testid": "link-to-share" }, url.slice(0, -CODE), h("wbr"), h("span", { class: "whole" }, url.slice(-CODE))),
      h("div", { class: "pair" },
        button(t(ui.done === "link" ? "page.invite.copied" : "page.invite.copy"), () => void copy(app, "link", `${message} ${url}`),
          { look: "primary", sign: ui.done === "link" ? "check" : "copy", id: "copy" }),
        hasSheet() && button(t("page.share"), () => void share(app, "link", { text: message, url }), { sign: "share", id: "share" })),
      h("p", { class: "label" }, t("page.invite.code")),
      h("p", { class: "code", "data-testid": "code" }, place.room)),
    h("figure", { class: "qr" },
      h("img", { src: `${app.base}/qr.svg?url=${encodeURIComponent(url)}`, alt: t("page.invite.qr"), width: 232, height: 232, on: { error: hide } })));
}

/** Hides a picture that failed to load. @param {Event} event */
function hide(event) {
  const { parentElement } = /** @type {Element} */ (event.target);
  if (parentElement) parentElement.hidden = true;
}

/** The invitation once more, over a table; and the table for other pages. @param {App} app @param {Place} place */
export function inviteDialog(app, place) {
  const { t } = app;
  return dialog(app, { id: "invite", title: t("page.action.invite") },
    h("p", { class: "hint" }, t("page.invite.others")), invitation(app, place),
    app.state.view?.settings.watching !== "none" && embedButton(app, linkOf(app, place)),
    deviceButton(app),
    chatButton(app));
}

/** Shares one's seat with another device; nothing where the server cannot, or one only watches. @param {App} app */
function deviceButton(app) {
  return app.me && app.state.welcome?.features.includes("shared_seats")
    && button(app.t("page.device"), () => void withLazy(app, ({ shareSeat }) => void shareSeat(app)), { look: "quiet", id: "device", key: "device" });
}

/** Lets a chat hear of the games; nothing where the server calls no chats, or one only watches. @param {App} app */
function chatButton(app) {
  return app.me && (app.state.now?.webhook || app.state.welcome?.features.includes("webhook"))
    && button(app.t("page.chat"), () => void withLazy(app, () => app.set({ dialog: "chat", chatProblem: null })), { look: "quiet", id: "chat", key: "chat" });
}
