/** Components shared by the screens: buttons, fields, lists, dialogs, notices. */
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @import { App } from "./app.js" */
/** @import { Child } from "./dom.js" */
/** @import { IconName } from "./icons.js" */

/**
 * @param {string} label
 * @param {() => void} press
 * @param {{ look?: string, sign?: IconName, id?: string, off?: boolean, key?: string, spoken?: string, pressed?: boolean, expanded?: boolean }} [more]
 */
export function button(label, press, { look = "", sign, id, off = false, key, spoken, pressed, expanded } = {}) {
  return h("button", {
    type: "button",
    class: `button ${look}`,
    "data-testid": id,
    "aria-disabled": off ? "true" : null,
    "aria-label": spoken,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    "aria-expanded": expanded === undefined ? null : String(expanded),
    ...(key === undefined ? {} : { key }),
    on: { click: () => { if (!off) press(); } },
  }, sign && icon(sign), h("span", null, label));
}

/**
 * Listens to clicks on a link that is followed here, and not in a new window.
 * @param {() => void} follow
 * @returns {(event: MouseEvent) => void}
 */
export function followed(follow) {
  return (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow();
  };
}

/** The way to the start screen, which needs no scripts. @param {App} app @param {string} look */
export function homeLink({ t, base, go }, look) {
  return h("a", { class: `button ${look}`, href: `${base}/`, "data-testid": "home", on: { click: followed(() => go({ page: "start" })) } },
    h("span", null, t("page.home")));
}

/**
 * An icon button; its label is spoken, and shown as a tooltip.
 * @param {IconName} sign
 * @param {string} label
 * @param {() => void} press
 * @param {{ look?: string, id?: string, off?: boolean }} [more]
 */
export function signButton(sign, label, press, { look = "bare", id, off = false } = {}) {
  return h("button", {
    type: "button",
    class: `button ${look}`,
    title: label,
    "aria-label": label,
    "data-testid": id,
    "aria-disabled": off ? "true" : null,
    on: { click: () => { if (!off) press(); } },
  }, icon(sign));
}

/**
 * Radio buttons.
 * @template {string | number} T
 * @param {string} name
 * @param {string} legend
 * @param {ReadonlyArray<readonly [T, Child]>} options
 * @param {T} chosen
 * @param {(value: T) => void} choose
 * @param {string} [look]
 */
export function choice(name, legend, options, chosen, choose, look = "") {
  return h("fieldset", { class: `choice ${look}` },
    h("legend", null, legend),
    h("div", { class: "options" }, options.map(([value, label]) =>
      h("label", { class: "option", key: value },
        h("input", {
          type: "radio", name, value, checked: value === chosen, "data-testid": `${name}-${value}`,
          on: { change: () => choose(value) },
        }),
        h("span", null, label)))));
}

/**
 * A checkbox.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {string} id
 */
export function check(label, on, change, id) {
  return h("label", { class: "check" },
    h("input", {
      type: "checkbox", checked: on, "data-testid": id,
      on: { change: (event) => change(event.target.checked) },
    }),
    h("span", null, label));
}

/**
 * A field for a whole number between bounds. What is typed stays; if it is no such number, the field says so.
 * @param {string} label
 * @param {string} text what stands there
 * @param {{ least: number, most: number, wrong: string | null }} bounds `wrong`: what is wrong with it, in a sentence
 * @param {(text: string) => void} change called with what is typed
 * @param {string} id
 */
export function number(label, text, { least, most, wrong }, change, id) {
  return h("label", { class: "field" },
    h("span", { class: "label", id: `${id}-label` }, `${label} (${least}–${most})`),
    h("input", {
      // The problem is no part of the name.
      "aria-labelledby": `${id}-label`,
      class: "input", type: "number", inputmode: "numeric", min: least, max: most, value: text, "data-testid": id,
      "aria-invalid": wrong ? "true" : null, "aria-describedby": wrong ? `${id}-problem` : null,
      on: { input: (event) => change(event.target.value) },
    }),
    wrong && h("span", { class: "problem", id: `${id}-problem`, role: "alert", "data-testid": `${id}-problem` }, wrong));
}

/** @param {App} app */
export function closeDialog(app) {
  app.set({ dialog: null });
}

/** Where the pointer was pressed last: a selection may begin in a dialog and end beside it. @type {EventTarget | null} */
let pressed = null;

/**
 * A modal dialog with a heading and a close button.
 * @param {App} app
 * @param {{ id: string, title: string, sheet?: boolean }} about  a sheet lies at the foot of a telephone's screen
 * @param {...Child} children
 */
export function dialog(app, { id, title, sheet = false }, ...children) {
  const close = () => closeDialog(app);
  return h("dialog", {
    key: `dialog-${id}`,
    class: sheet ? "sheet" : "",
    "aria-labelledby": `${id}-title`,
    "data-testid": `dialog-${id}`,
    mounted: (element) => element.showModal(),
    removed: (element) => element.close(),
    on: {
      cancel: (event) => { event.preventDefault(); close(); },
      pointerdown: (event) => { pressed = event.target; },
      click: (event) => { if (event.target === event.currentTarget && event.target === pressed) close(); },
    },
  }, h("div", { class: "stack" },
    h("div", { class: "dialog-head" },
      // The focus begins at the heading: on no button, so that no key press answers by mistake.
      h("h2", { id: `${id}-title`, tabindex: -1, autofocus: true }, title),
      signButton("close", app.t("page.close"), close)),
    children));
}

/** Why the last request failed. @param {App} app */
export function problem({ ui }) {
  return ui.problem && h("p", { class: "problem", role: "alert", "data-testid": "problem" }, ui.problem);
}

/**
 * An entry of a list: a heading, lines beneath it, and a button.
 * @param {string} key
 * @param {Child[]} heading
 * @param {Child[]} lines
 * @param {Child} action
 */
export function entry(key, heading, lines, action) {
  return h("li", { key, class: "entry" },
    h("span", { class: "about" }, h("b", null, heading), lines.map((line) => line && h("span", { class: "hint" }, line))), action);
}

/**
 * A calm line in its place.
 * @param {string} sentence
 * @param {"calm" | "alert"} tone
 * @param {...Child} children
 */
export function notice(sentence, tone, ...children) {
  return h("p", { class: `notice ${tone}`, "data-testid": "notice" }, h("span", null, sentence), children);
}
