/** Draws a page when something has changed, and no more often than it is seen. */
import { draw } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * Draws a page into an element: in the next frame after a change, or later when a screen asked for it, and not while
 * the document is hidden.
 * @param {Element} root
 * @param {() => Child[]} page
 */
export function painter(root, page) {
  let asked = 0;
  let begun = false;
  let due = Infinity;
  let held = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  function paint() {
    asked = 0;
    due = Infinity;
    clearTimeout(timer);
    if (document.hidden || held) return;
    const focused = document.activeElement;
    draw(root, ...page());
    if (!begun) performance.mark("drawn");
    begun = true;
    root.classList.remove("served");
    // The focused element, such as a pressed button, may be gone.
    if (focused && focused !== document.body && !focused.isConnected) document.getElementById("main")?.focus({ preventScroll: true });
  }
  function redraw() {
    if (asked === 0 && !document.hidden) asked = requestAnimationFrame(paint);
  }
  /** @param {number | null} ms */
  function redrawWithin(ms) {
    if (ms === null || performance.now() + ms >= due) return;
    due = performance.now() + ms;
    clearTimeout(timer);
    timer = setTimeout(redraw, ms);
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      cancelAnimationFrame(asked);
      asked = 0;
      clearTimeout(timer);
      due = Infinity;
    } else {
      redraw();
    }
  });
  /** Leaves what the server rendered until there is something to draw instead. @param {Promise<unknown>} until */
  function hold(until) {
    if (!root.classList.contains("served")) return;
    held = true;
    void until.finally(() => {
      held = false;
      redraw();
    });
  }
  return { redraw, redrawWithin, hold };
}
