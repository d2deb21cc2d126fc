/** The field for one's name, stored as it is typed and sent when it is done; and the notice that a seat will not outlive the page. */
import { rename } from "./actions.js";
import { notice } from "./components.js";
import { h } from "./dom.js";

/** @import { App } from "./app.js" */

/** @param {App} app */
export function nameField(app) {
  const { t, ui } = app;
  return h("label", { class: "field" },
    h("span", { class: "label", id: "name-label" }, t("page.start.name")),
    h("input", {
      class: "input", id: "name", "aria-labelledby": "name-label", value: ui.name, maxlength: 48, autocomplete: "nickname", spellcheck: "false",
      placeholder: t("page.start.no_name"), enterkeyhint: "done", "data-testid": "name",
      "aria-invalid": ui.nameProblem ? "true" : null, "aria-describedby": ui.nameProblem ? "name-problem" : null,
      on: {
        input: (event) => {
          app.storage.setName(event.target.value);
          app.set({ name: event.target.value, nameProblem: null });
        },
        change: () => { if (app.state.link.phase === "open") void rename(app, ui.name.trim()); },
        keydown: (event) => { if (event.key === "Enter" && !event.isComposing) event.target.blur(); },
      },
    }),
    ui.nameProblem && h("span", { class: "problem", id: "name-problem", role: "alert" }, ui.nameProblem));
}

/** That the seat to come will not outlive the page, where that is so. @param {App} app */
export function storageNotice(app) {
  return app.storage.lasting() ? null : notice(app.t("page.storage.none"), "calm");
}
