/** The settings dialog: language, colours, digits, coordinates, sound, notifications. */
import { LANGUAGES, languageName } from "../i18n/locale.js";
import { notificationsPossible, tone } from "./alert.js";
import { setNotifications } from "./consent.js";
import { h } from "./dom.js";
import { nameField } from "./name.js";
import { check, choice, dialog } from "./components.js";

/** @import { App } from "./app.js" */
/** @import { Language } from "../i18n/locale.js" */

/** @param {App} app */
export function settingsDialog(app) {
  const { t, settings } = app;
  const set = app.setSettings;
  const themes = /** @type {const} */ ([
    ["system", t("page.settings.system")], ["light", t("page.settings.light")], ["dark", t("page.settings.dark")],
  ]);
  const layouts = /** @type {const} */ ([["keypad", t("page.settings.keypad")], ["phone", t("page.settings.phone")]]);
  return dialog(app, { id: "settings", title: t("page.settings") },
    app.ui.route.page !== "start" && nameField(app),
    language(app),
    choice("theme", t("page.settings.theme"), themes, settings.theme, (theme) => set({ theme })),
    h("div", null,
      check(t("page.settings.cell_names"), settings.cell_names, (cell_names) => set({ cell_names }), "cell-names"),
      check(t("page.settings.hints"), settings.hints, (hints) => set({ hints }), "hints")),
    choice("digits", t("page.settings.digits"), layouts, settings.digits, (digits) => set({ digits })),
    h("div", null,
      check(t("page.settings.sound"), settings.sound, (sound) => { set({ sound }); if (sound) tone("turn"); }, "sound"),
      notificationsPossible() && check(t("page.settings.notifications"),
        settings.notifications && Notification.permission === "granted", (on) => void setNotifications(app, on), "notifications"),
      notificationsPossible() && Notification.permission === "denied" && h("p", { class: "hint" }, t("page.settings.denied"))));
}

/** @param {App} app */
function language(app) {
  const { t, settings } = app;
  const value = settings.language ?? "";
  return h("label", { class: "field" },
    h("span", { class: "label" }, t("page.settings.language")),
    h("select", {
      class: "select", "data-testid": "language", value,
      on: { change: (event) => choose(app, event.target.value || null) },
    },
    h("option", { value: "", selected: value === "" }, t("page.settings.browser")),
    LANGUAGES.map((tag) => h("option", { value: tag, key: tag, lang: tag, selected: value === tag }, languageName(tag)))));
}

/** @param {App} app @param {Language | null} chosen */
function choose(app, chosen) {
  app.setSettings({ language: chosen });
  app.locale.use(chosen).catch((error) => {
    // Without a network the language stays. A server of another version has other files: load its page.
    if (!(error instanceof TypeError)) location.reload();
  });
}
