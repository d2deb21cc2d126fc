/** A small picture of a board, not playable. */
import { lineLoses } from "../i18n/names.js";
import { h } from "./dom.js";

/** @import { Mark, Rules } from "oxo" */

/**
 * @param {Rules} rules
 * @param {ReadonlyArray<{ cell: number, mark: Mark }>} moves
 * @param {ReadonlyArray<ReadonlyArray<number>>} lines  the completed ones
 */
export function miniature(rules, moves, lines) {
  const { width, height } = rules;
  const won = new Set(lines.flat());
  const last = moves.length - 1;
  const across = Array.from({ length: height - 1 }, (_, n) => `M0 ${n + 1}h${width}`);
  const down = Array.from({ length: width - 1 }, (_, n) => `M${n + 1} 0v${height}`);
  return h("svg", { class: "miniature", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    h("path", { class: "grid", d: [...across, ...down].join("") }),
    moves.map(({ cell, mark }, n) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      const look = won.has(cell) ? (lineLoses(rules) ? "losing" : "won") : n === last ? "last" : "";
      return h("g", { key: n, class: look, transform: `translate(${x} ${y})` },
        look && h("rect", { width: 1, height: 1 }),
        mark === "X"
          ? h("path", { class: "mark-x", d: "M.24 .24L.76 .76M.76 .24L.24 .76" })
          : h("circle", { class: "mark-o", cx: 0.5, cy: 0.5, r: 0.28 }));
    }));
}
