/** The dialog for a code or link from a friend. */
import { followCode } from "./actions.js";
import { h } from "./dom.js";
import { dialog } from "./components.js";

/** @import { App } from "./app.js" */

/** @param {App} app */
export function codeDialog(app) {
  const { t, ui } = app;
  return dialog(app, { id: "code", title: t("page.join"), sheet: true },
    h("form", { class: "field", on: { submit: (event) => { event.preventDefault(); followCode(app); } } },
      h("div", { class: "with-button" },
        h("input", {
          class: "input code-input", id: "code", value: ui.code, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
          placeholder: "K7QX-4MTR", enterkeyhint: "go", autofocus: true, "aria-label": t("page.join"), "data-testid": "code-input",
          "aria-invalid": ui.codeProblem ? "true" : null, "aria-describedby": ui.codeProblem ? "code-problem" : null,
          on: { input: (event) => app.set({ code: event.target.value, codeProblem: null, elsewhere: null }) },
        }),
        h("button", { type: "submit", class: "button primary", "data-testid": "join" }, t("page.join.go"))),
      ui.codeProblem && h("p", { class: "problem", id: "code-problem", role: "alert", "data-testid": "code-problem" }, ui.codeProblem)),
    otherServer(app));
}

/** The way to another server, whose link was typed. @param {App} app */
function otherServer({ t, ui: { elsewhere } }) {
  if (!elsewhere) return null;
  const { href, host } = elsewhere;
  return h("p", { class: "notice", role: "alert", "data-testid": "elsewhere" },
    h("span", null, t("page.elsewhere", { host })),
    h("a", { class: "button", href, rel: "noreferrer", "data-testid": "go-elsewhere" }, t("page.elsewhere.go", { host })));
}
