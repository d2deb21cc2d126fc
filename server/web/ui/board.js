/** The board: a grid of cells played by tap, click or keys, with its winning lines. */
import { columnName, lineLoses } from "../i18n/names.js";
import { h } from "./dom.js";
import { mark } from "./icons.js";

/** @import { Described } from "./dom.js" */
/** @import { Mark, Rules } from "oxo" */
/** @import { Say } from "../i18n/locale.js" */

/**
 * A badge on a cell: a hint, a better cell, or what a move was worth.
 * @typedef {"hint" | "better" | "lost" | "only"} Sign
 */

/**
 * Everything that a board shows.
 * @typedef {object} Picture
 * @property {Rules} rules
 * @property {ReadonlyArray<{ cell: number, mark: Mark }>} moves
 * @property {ReadonlyArray<ReadonlyArray<number>>} lines the winning ones
 * @property {Mark | null} mine the mark that a tap would draw now; null when it is not one's turn
 * @property {number | null} pending the cell of one's own move that has no answer yet
 * @property {Mark | null} pendingMark
 * @property {number | null} chosen the small cell that waits to be confirmed
 * @property {number} cursor
 * @property {boolean} coordinates whether cells can be called by name: beside a large board, else in the cells at the edge
 * @property {((cell: number) => string | null) | null} digits what stands in free cells
 * @property {ReadonlyMap<number, Sign>} signs
 * @property {number} zoom
 * @property {boolean} fresh whether the last move has just come
 * @property {(cell: number) => string} name
 * @property {Say} t
 */

/**
 * @typedef {{ play: (cell: number, small: boolean) => void, at: (cell: number) => void }} BoardHandlers
 */

/** What each sign means. @type {{ [sign in Sign]: string }} */
const SIGN_WORDS = { hint: "page.cell.hint", better: "page.cell.better", lost: "page.cell.lost", only: "page.cell.only" };
/** Signs drawn as a character; the others are shapes. @type {{ [sign in Sign]?: string }} */
const WRITTEN = { lost: "?", only: "!" };

/** Cells narrower than this are confirmed when they are tapped, in CSS pixels. */
const FINGER = 44;

/** @param {Picture} picture @param {BoardHandlers} handlers */
export function board(picture, handlers) {
  const { rules, coordinates, zoom } = picture;
  const { width, height } = rules;
  const large = isLarge(rules);
  const size = large ? "fine" : Math.max(width, height) > 4 ? "middle" : "grand";
  const style = { "--w": width, "--h": height, "--zoom": zoom };
  return h("div", { class: `stage ${size} ${coordinates && large ? "named" : ""}`, style, mounted: measured },
    h("div", { class: "frame", "data-testid": "frame" },
      h("div", { class: "board", key: `${width}x${height}` },
        grid(picture, handlers),
        h("svg", { class: lineLoses(rules) ? "lines losing-line" : "lines", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
          picture.lines.map((line, n) => stroke(rules, line, n))))));
}

/** Whether a board can be zoomed, and has its coordinates beside it. @param {Rules} rules */
export function isLarge({ width, height }) {
  return Math.max(width, height) > 9;
}

/**
 * Sets the size of the board's place for the styles. (Container units cost a third of a second for 19 by 19 cells.)
 * @param {HTMLElement} stage
 */
function measured(stage) {
  new ResizeObserver(() => {
    stage.style.setProperty("--wide", `${stage.clientWidth}px`);
    stage.style.setProperty("--high", `${stage.clientHeight}px`);
  }).observe(stage);
}

/** @param {Picture} picture @param {BoardHandlers} handlers */
function grid(picture, handlers) {
  const { rules, t } = picture;
  const coordinates = picture.coordinates && isLarge(rules);
  const marks = new Map(picture.moves.map((move) => [move.cell, move.mark]));
  const last = picture.moves.at(-1)?.cell ?? null;
  const won = new Set(picture.lines.flat());
  const rows = Array.from({ length: rules.height }, (_, row) =>
    h("div", { role: "row", class: "row" },
      coordinates && h("span", { role: "rowheader", class: "coordinate" }, String(rules.height - row)),
      Array.from({ length: rules.width }, (_, column) => {
        const at = row * rules.width + column;
        return cell(picture, at, marks.get(at) ?? null, at === last, won.has(at));
      })));
  const letters = coordinates && h("div", { role: "row", class: "row letters" },
    h("span", { class: "coordinate", "aria-hidden": "true" }),
    Array.from({ length: rules.width }, (_, column) =>
      h("span", { role: "columnheader", class: "coordinate" }, columnName(column))));
  return h("div", {
    role: "grid",
    class: `cells ${picture.mine ? `open mine-${picture.mine.toLowerCase()}` : ""}`,
    "aria-label": t("page.board.name", { width: rules.width, height: rules.height, line: rules.line }),
    "data-testid": "board",
    on: listeners(rules, handlers),
  }, rows, letters);
}

/** @typedef {{ there: Mark | null, last: boolean, won: boolean, pending: boolean, chosen: boolean }} CellState */

/**
 * Memoised cells by what they depend on: a move or a step of the cursor changes two of 361.
 * @type {Map<number, { from: string, what: Described }>}
 */
const described = new Map();

/** @param {Picture} picture @param {number} at @param {Mark | null} there @param {boolean} last @param {boolean} won */
function cell(picture, at, there, last, won) {
  const pending = picture.pending === at && there === null;
  const chosen = picture.chosen === at && there === null;
  const is = { there, last, won, pending, chosen };
  const shown = there ?? (pending ? picture.pendingMark : chosen ? picture.mine : null);
  const digit = there === null && !pending ? picture.digits?.(at) ?? null : null;
  const words = spoken(picture, at, is);
  const from = [words, shown, last && picture.fresh, last && picture.zoom > 1, picture.cursor === at, digit, picture.signs.get(at), lineLoses(picture.rules), edge(picture, at)].join();
  const old = described.get(at);
  if (old?.from === from) return old.what;
  const what = cellElement(picture, at, is, words, shown, digit);
  described.set(at, { from, what });
  return what;
}

/** @param {Picture} picture @param {number} at @param {CellState} is @param {string} words @param {Mark | null} shown @param {string | null} digit */
function cellElement(picture, at, { there, last, won, pending, chosen }, words, shown, digit) {
  const look = [
    "cell",
    there === null ? "free" : "taken",
    last && "last",
    last && picture.fresh && "fresh",
    won && (lineLoses(picture.rules) ? "losing" : "won"),
    pending && "pending",
    chosen && "chosen",
  ];
  return h("div", {
    role: "gridcell",
    class: look.filter(Boolean).join(" "),
    tabindex: at === picture.cursor ? 0 : -1,
    "data-cell": at,
    "data-mark": there,
    "aria-label": words,
  },
    shown && mark(shown),
    picture.signs.has(at) && badge(picture.signs.get(at)),
    digit && h("span", { class: "digit", "aria-hidden": "true" }, digit),
    edge(picture, at).map((name, n) => name && h("span", { class: n === 0 ? "edge-row" : "edge-column", key: `edge${n}`, "data-name": name })),
    last && picture.zoom > 1 && h("i", { key: "here", mounted: reveal }));
}

/**
 * What stands in a cell at the edge of a small board: the number of its row and the letter of its column.
 * @param {Picture} picture
 * @param {number} at
 * @returns {[string, string]}
 */
function edge({ rules, coordinates }, at) {
  const [column, row] = [at % rules.width, Math.floor(at / rules.width)];
  if (!coordinates || isLarge(rules)) return ["", ""];
  return [column === 0 ? String(rules.height - row) : "", row === rules.height - 1 ? columnName(column) : ""];
}

/** @param {Sign} [sign] */
function badge(sign = "hint") {
  return h("span", { class: `badge ${sign}`, key: "badge", "aria-hidden": "true" }, WRITTEN[sign]);
}

/**
 * The spoken label of a cell: its name, its mark, and what is special about it.
 * @param {Picture} picture
 * @param {number} at
 * @param {CellState} is
 */
function spoken({ t, name, signs, rules }, at, is) {
  const words = [name(at), is.there ?? (is.pending ? "" : t("page.cell.free"))];
  if (is.last) words.push(t("page.cell.last"));
  if (is.won) words.push(t(lineLoses(rules) ? "page.cell.line.loses" : "page.cell.line.wins"));
  const sign = signs.get(at);
  if (sign) words.push(t(SIGN_WORDS[sign]));
  if (is.pending) words.push(t("page.cell.pending"));
  if (is.chosen) words.push(t("page.cell.chosen"));
  return words.filter(Boolean).join(", ");
}

/**
 * A line through the middles of its cells and a little beyond.
 * @param {Rules} rules
 * @param {ReadonlyArray<number>} line
 * @param {number} n
 */
function stroke(rules, line, n) {
  const middle = (/** @type {number} */ at) => [at % rules.width + 0.5, Math.floor(at / rules.width) + 0.5];
  const [ax, ay] = middle(Math.min(...line));
  const [bx, by] = middle(Math.max(...line));
  const [dx, dy] = [Math.sign(bx - ax) * 0.36, Math.sign(by - ay) * 0.36];
  return h("path", { key: n, pathLength: 1, d: `M${ax - dx} ${ay - dy}L${bx + dx} ${by + dy}` });
}

/** @param {Rules} rules @param {BoardHandlers} handlers */
function listeners(rules, handlers) {
  const cellOf = (/** @type {Event} */ event) => {
    const found = /** @type {Element} */ (event.target).closest("[data-cell]");
    return found instanceof HTMLElement ? found : null;
  };
  const play = (/** @type {HTMLElement} */ found, /** @type {boolean} */ touch) =>
    handlers.play(Number(found.dataset["cell"]), touch && found.getBoundingClientRect().width < FINGER);
  return {
    click: (/** @type {PointerEvent} */ event) => {
      const found = cellOf(event);
      if (found) play(found, event.pointerType === "touch" || event.pointerType === "pen");
    },
    focusin: (/** @type {Event} */ event) => {
      const found = cellOf(event);
      if (found) handlers.at(Number(found.dataset["cell"]));
    },
    keydown: (/** @type {KeyboardEvent} */ event) => {
      const found = cellOf(event);
      if (!found || event.altKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        if (!event.repeat) play(found, false);
        return;
      }
      const to = step(rules, Number(found.dataset["cell"]), event);
      if (to === null) return;
      event.preventDefault();
      focus(/** @type {Element} */ (event.currentTarget), to);
    },
  };
}

/**
 * The cell that a key leads to; null for other keys.
 * @param {Rules} rules
 * @param {number} at
 * @param {{ key: string, ctrlKey: boolean }} key
 * @returns {number | null}
 */
export function step({ width, height }, at, { key, ctrlKey }) {
  const [column, row] = [at % width, Math.floor(at / width)];
  const to = (/** @type {number} */ x, /** @type {number} */ y) =>
    Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1);
  switch (key) {
    case "ArrowLeft": return to(column - 1, row);
    case "ArrowRight": return to(column + 1, row);
    case "ArrowUp": return to(column, row - 1);
    case "ArrowDown": return to(column, row + 1);
    case "Home": return to(0, ctrlKey ? 0 : row);
    case "End": return to(width - 1, ctrlKey ? height - 1 : row);
    default: return null;
  }
}

/** Puts the focus on a cell. @param {Element | Document} within @param {number} at */
export function focus(within, at) {
  const found = within.querySelector(`[data-cell="${at}"]`);
  if (found instanceof HTMLElement) found.focus();
}

/** Brings a cell into the part of a larger board that is seen, moving nothing else. @param {Element} element */
function reveal(element) {
  const frame = element.closest(".frame");
  if (!frame) return;
  const [cell, seen] = [element.parentElement?.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (!cell) return;
  const by = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ to) =>
    low < from || high > to ? (low + high - from - to) / 2 : 0;
  frame.scrollBy({
    left: by(cell.left, cell.right, seen.left, seen.right),
    top: by(cell.top, cell.bottom, seen.top, seen.bottom),
  });
}
