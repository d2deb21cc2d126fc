/** A seat on another device: the dialog that shares it by a link which works once, and the screen that such a link leads to. */
import { clockText } from "../../net/clock.js";
import { drawSecret } from "../../net/place.js";
import { invitationText } from "../../i18n/invitation.js";
import { copy, report, takeSeat } from "../actions.js";
import { button, closeDialog, dialog, homeLink, problem } from "../components.js";
import { renewPush } from "../consent.js";
import { h } from "../dom.js";
import { storageNotice } from "../name.js";
import { hasSheet, linkOf, share } from "../share.js";
import { troubleLine } from "../status.js";

/** @import { App } from "../app.js" */
/** @import { Place } from "../../net/state.js" */

/** What is looked for in the picture that the server draws, for text that becomes markup is forbidden here. */
const PICTURE = /viewBox="([^"]+)".* d="([^"]+)"/s;

/** Shares the seat by a new link, and shows it. @param {App} app */
export async function shareSeat(app) {
  const { session, state: { place } } = app;
  if (!place) return;
  app.set({ dialog: "device", shared: null });
  const token = drawSecret();
  const request = session.shareSeat(token);
  if (!await report(app, request)) return closeDialog(app);
  const outcome = await request;
  if (!("ok" in outcome) || outcome.ok.type !== "seat_shared") return;
  const { until_ms: untilMs, devices } = outcome.ok;
  const link = linkOf(app, place);
  const shared = { url: `${link}#take=${token}`, untilMs, devices, picture: null };
  app.set({ shared });
  const picture = await pictureOf(app.base, link, token).catch(() => null);
  if (app.ui.shared === shared) app.set({ shared: { ...shared, picture } });
}

/** The QR code. The token is asked for in a header, for addresses are logged. @param {string} base @param {string} link @param {string} token */
async function pictureOf(base, link, token) {
  const answer = await fetch(`${base}/qr.svg?url=${encodeURIComponent(link)}`, { headers: { authorization: `Bearer ${token}` } });
  const [, viewBox, d] = PICTURE.exec(answer.ok ? await answer.text() : "") ?? [];
  return viewBox && d ? { viewBox, d } : null;
}

/** @param {App} app @param {Place} place */
export function deviceDialog(app, place) {
  const { t, ui: { shared } } = app;
  return dialog(app, { id: "device", title: t("page.device") },
    h("p", { class: "hint" }, t("page.device.about")),
    shared && link(app, shared),
    shared && shared.devices > 1 && h("p", { class: "hint" }, t("page.device.count", { count: shared.devices })),
    shared && shared.devices > 1 && button(t("page.device.alone"), () => void keepAlone(app, place.room), { look: "wide danger", id: "device-alone" }));
}

/** The link while it is good. @param {App} app @param {import("../app.js").Shared} shared */
function link(app, { url, untilMs, picture }) {
  const { t, ui } = app;
  const leftMs = untilMs - app.serverNow();
  if (leftMs <= 0) {
    return [
      h("p", { class: "hint", role: "status" }, t("page.device.over")),
      button(t("page.device.new"), () => void shareSeat(app), { look: "primary wide", id: "device-new" }),
    ];
  }
  app.redrawWithin(1_000);
  return [
    picture && h("figure", { class: "qr" },
      h("svg", { viewBox: picture.viewBox, role: "img", "aria-label": t("page.device.qr") },
        h("rect", { width: "100%", height: "100%", fill: "#fff" }), h("path", { d: picture.d, fill: "#000" }))),
    h("p", { class: "link", "data-testid": "device-link" }, url),
    h("div", { class: hasSheet() ? "pair" : "stack" },
      button(t(ui.done === "device" ? "page.invite.copied" : "page.invite.copy"), () => void copy(app, "device", url),
        { look: "primary", sign: ui.done === "device" ? "check" : "copy", id: "device-copy" }),
      hasSheet() && button(t("page.share"), () => void share(app, "device", { text: t("page.device"), url }), { sign: "share", id: "device-share" })),
    h("p", { class: "hint" }, t("page.device.left", { time: clockText(leftMs) })),
  ];
}

/** @param {App} app @param {string} room */
async function keepAlone(app, room) {
  if (!await report(app, app.session.unshareSeat())) return;
  closeDialog(app);
  app.say(app.t("page.device.removed"));
  // The server has forgotten where any device of the seat is notified of its turns.
  renewPush(app, room);
}

/** A messenger that looks for a preview presses no button. @param {App} app @param {string} code */
export function takeScreen(app, code) {
  const { t, ui: { take, asking, invitation } } = app;
  const facts = invitation?.code === code && "facts" in invitation ? invitation.facts : null;
  return h("main", { id: "main", class: "arrive", key: "take", tabindex: -1 },
    h("div", { class: "card stack", "data-testid": "take-seat" },
      h("h1", null, t("page.take.title")),
      h("p", { class: "code" }, code),
      facts?.state === "full" && facts.table && h("p", { class: "hint" }, invitationText(t, facts).about),
      h("p", { class: "hint" }, t("page.take.about")),
      troubleLine(app),
      storageNotice(app),
      problem(app),
      button(t("page.take"), () => { if (take) void takeSeat(app, take); }, { look: "large primary wide", id: "take", off: asking }),
      homeLink(app, "quiet wide")));
}
