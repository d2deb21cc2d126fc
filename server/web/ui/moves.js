/** The list of moves, and the stepper through them. */
import { cellName } from "../i18n/names.js";
import { h } from "./dom.js";
import { signButton } from "./components.js";

/** @import { Judged, Played, Rules } from "oxo" */
/** @import { Say } from "../i18n/locale.js" */

/**
 * @typedef {{
 *   t: Say, rules: Rules, moves: ReadonlyArray<Played>, at: number, go: (ply: number) => void,
 *   reviewed?: ReadonlyArray<Judged | null>, settled?: number,
 * }} Steps
 */

/** Buttons to step with, and which move one sees. @param {Steps} steps */
export function stepper({ t, moves, at, go }) {
  const count = moves.length;
  const first = at <= 0;
  const last = at >= count;
  return h("div", { class: "stepper", role: "group", "aria-label": t("page.moves") },
    signButton("first", t("page.step.first"), () => go(0), { id: "first", off: first, look: "bare edge" }),
    signButton("back", t("page.step.back"), () => go(at - 1), { id: "back", off: first }),
    h("span", { class: "ply", "data-testid": "ply" }, t("page.step.at", { ply: at, count })),
    signButton("forward", t("page.step.forward"), () => go(at + 1), { id: "forward", off: last }),
    signButton("last", t("page.step.last"), () => go(count), { id: "last", off: last, look: "bare edge" }));
}

/** All moves by name, two to a line; each leads to its position. The first `settled` are set apart as the opening's. @param {Steps} steps */
export function moveList({ t, rules, moves, at, go, reviewed = [], settled = 0 }) {
  return h("ol", { class: "moves", tabindex: 0, "aria-label": t("page.moves"), "data-testid": "moves" },
    moves.map((move, n) => h("li", { key: n, class: n + 1 === at ? "shown" : "" },
      n % 2 === 0 && h("span", { class: "number", "aria-hidden": "true" }, `${n / 2 + 1}.`),
      h("button", {
        type: "button",
        class: `move ${move.mark === "X" ? "by-x" : "by-o"}${n < settled ? " settled" : ""}`,
        "aria-current": n + 1 === at ? "step" : null,
        "aria-label": [t("page.moves.one", { number: n + 1, mark: move.mark, cell: cellName(rules, move.cell) }), n < settled ? t("page.cell.opening") : worth(t, reviewed[n])].filter(Boolean).join(", "),
        on: { click: () => go(n + 1) },
      }, cellName(rules, move.cell), sign(reviewed[n])),
      n + 1 === at && h("i", { key: `shown-${at}`, mounted: follow }))));
}

/** The verdict on a move, in a word. @param {Say} t @param {Judged | null | undefined} found */
function worth(t, found) {
  switch (found?.verdict) {
    case "lost": return t("page.cell.lost");
    case "only": return t("page.cell.only");
    default: return "";
  }
}

/** The same as a sign, as players write it. @param {Judged | null | undefined} found */
function sign(found) {
  if (!found || found.verdict === "kept") return null;
  return h("span", { class: `worth ${found.verdict}` }, found.verdict === "lost" ? "?" : "!");
}

/** Keeps the shown move in sight within the list. @param {Element} element */
function follow(element) {
  const [item, list] = [element.parentElement, element.closest(".moves")];
  if (!item || !list) return;
  const [there, seen] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  if (there.top < seen.top) list.scrollTop += there.top - seen.top;
  if (there.bottom > seen.bottom) list.scrollTop += there.bottom - seen.bottom;
}

/**
 * The ply that a key leads to; null for other keys.
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @returns {number | null}
 */
export function stepKey(key, at, count) {
  const to = (/** @type {number} */ ply) => Math.min(Math.max(ply, 0), count);
  switch (key) {
    case "ArrowLeft": case "PageUp": case "[": return to(at - 1);
    case "ArrowRight": case "PageDown": case "]": return to(at + 1);
    case "Home": return 0;
    case "End": return count;
    default: return null;
  }
}
