/** Pictures drawn from strokes: the two marks, the logo, and the icons on buttons. */
import { h } from "./dom.js";

/** Strokes on a ground of 24 by 24. */
const SHAPES = Object.freeze({
  settings: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h7M15 17h5M13 15v4",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  leave: "M10 4H5v16h5M14 8l5 4-5 4M19 12H9",
  invite: "M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M11 8l2.5-2.5a3.5 3.5 0 0 1 5 5L16 13",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 12H4v8h16v-8h-2",
  draw: "M5 9h14M5 15h14",
  take_back: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  flag: "M6 21V4M6 5c4-3 8 3 12 0v9c-4 3-8-3-12 0",
  again: "M19 8a8 8 0 1 0 1 6M20 4v5h-5",
  say: "M4 5h16v11H11l-5 4v-4H4z",
  remove: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M15 11h6",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  watch: "M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l5 5L19.5 7",
  download: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  friend: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M18 8v6M15 11h6",
  computer: "M4 5h16v11H4zM12 16v4M8 20h8",
  hint: "M9 17.5h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.4.4.5 1 .5 1.6h6c0-.6.1-1.2.5-1.6A6 6 0 0 0 12 3z",
  level: "M5 19v-3M10 19v-7M15 19V9M20 19V5",
  review: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  code: "M9 4L7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  mistake_before: "M8 6l-5 6 5 6M12 9a3.5 3.5 0 1 1 4.5 3.3c-.7.3-1 .8-1 1.7M15.5 18h.01",
  mistake_after: "M16 6l5 6-5 6M5 9a3.5 3.5 0 1 1 4.5 3.3c-.7.3-1 .8-1 1.7M8.5 18h.01",
  anyone: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
});

/** @typedef {keyof typeof SHAPES} IconName */

/** A sign beside words or alone; what it means is said elsewhere. @param {IconName} name */
export function icon(name) {
  return h("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: SHAPES[name] }));
}

/**
 * A mark, larger or smaller as its place is.
 * @param {"X" | "O"} mark
 */
export function mark(mark) {
  const shape = mark === "X"
    ? [h("path", { d: "M24 24L76 76", pathLength: 1 }), h("path", { class: "second", d: "M76 24L24 76", pathLength: 1 })]
    : [h("circle", { cx: 50, cy: 50, r: 28, pathLength: 1, transform: "rotate(-90 50 50)" })];
  return h("svg", { class: `mark mark-${mark.toLowerCase()}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, shape);
}

/** The name of the game. */
export function logo() {
  return h("span", { class: "logo" }, mark("O"), mark("X"), mark("O"), h("span", { class: "spoken" }, "OXO"));
}
