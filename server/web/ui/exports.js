/** Ways to take a finished game along, folded away: few want them. */
import { copy } from "./actions.js";
import { button } from "./components.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { asText } from "./replay.js";
import { addressOf, embedButton } from "./share.js";

/** @import { App } from "./app.js" */
/** @import { FullRecord } from "../net/view.js" */

/** @param {App} app @param {FullRecord} record */
export function exportPanel(app, record) {
  const { t, ui } = app;
  const url = addressOf(app, record);
  const text = () => void copy(app, "text", asText(t, app.locale.language(), record, url));
  return h("details", { class: "exports" },
    h("summary", { "data-testid": "exports" }, t("page.game.export")),
    h("div", { class: "pair" },
      record.id ? file(app, record.id, "json", t("page.game.json")) : button("JSON", () => download(record), { sign: "download", id: "json", spoken: t("page.game.json") }),
      record.id && file(app, record.id, "sgf", t("page.game.sgf")),
      url && button(t(ui.done === "game" ? "page.invite.copied" : "page.game.link"), () => void copy(app, "game", url),
        { sign: ui.done === "game" ? "check" : "invite", id: "copy-address" }),
      url && embedButton(app, url),
      button(t(ui.done === "text" ? "page.invite.copied" : "page.game.text"), text, { sign: ui.done === "text" ? "check" : "copy", id: "copy-text" })));
}

/** A file that the server has. @param {App} app @param {string} id @param {string} form @param {string} label */
function file({ base }, id, form, label) {
  return h("a", { class: "button", href: `${base}/games/${id}.${form}`, download: `oxo-${id}.${form}`, "aria-label": label, "data-testid": form, key: form },
    icon("download"), h("span", null, form.toUpperCase()));
}

/** @param {FullRecord} record */
function download(record) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: `oxo-${record.id ?? record.room}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
