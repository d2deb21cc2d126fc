/** Zoom of the board by buttons, two fingers, and the wheel with Ctrl; panning is the frame's own scrolling. */

export const MOST = 4;
/** What a button's press multiplies by. */
const STEP = 1.5;

/** @param {number} zoom */
const bounded = (zoom) => Math.min(Math.max(zoom, 1), MOST);

/** @param {number} zoom @param {1 | -1} direction */
export function stepped(zoom, direction) {
  const to = bounded(direction === 1 ? zoom * STEP : zoom / STEP);
  return to < 1.1 ? 1 : to;
}

/**
 * Follows fingers and wheel on the place of a board.
 * @param {HTMLElement} place
 * @param {() => number} zoom
 * @param {(zoom: number) => void} set
 */
export function follow(place, zoom, set) {
  /** @type {{ distance: number, zoom: number } | null} */
  let pinch = null;
  place.addEventListener("touchstart", (event) => {
    if (event.touches.length === 2) pinch = { distance: spread(event.touches), zoom: zoom() };
  }, { passive: true });
  place.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const to = bounded(pinch.zoom * spread(event.touches) / pinch.distance);
    around(place, to, middle(event.touches));
    set(to);
  }, { passive: false });
  place.addEventListener("touchend", () => { pinch = null; }, { passive: true });
  place.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const to = bounded(zoom() * Math.exp(-event.deltaY / 300));
    around(place, to, [event.clientX, event.clientY]);
    set(to);
  }, { passive: false });
}

/**
 * Zooms the board in a place so that the point beneath the fingers stays where it is.
 * @param {HTMLElement} place
 * @param {number} to
 * @param {[number, number] | null} point on the screen; the middle when absent
 */
export function around(place, to, point = null) {
  const [stage, frame, cells] = [".stage", ".frame", ".cells"].map((part) => place.querySelector(part));
  if (!(stage instanceof HTMLElement) || !frame || !cells) return;
  const seen = frame.getBoundingClientRect();
  const [x, y] = point ?? [seen.left + seen.width / 2, seen.top + seen.height / 2];
  const before = cells.getBoundingClientRect();
  stage.style.setProperty("--zoom", String(to));
  const after = cells.getBoundingClientRect();
  frame.scrollLeft += after.left + (x - before.left) * after.width / before.width - x;
  frame.scrollTop += after.top + (y - before.top) * after.height / before.height - y;
}

/** @param {TouchList} touches @returns {[number, number]} */
function middle(touches) {
  const [one, other] = [touches[0], touches[1]];
  if (!one || !other) return [0, 0];
  return [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
}

/** @param {TouchList} touches */
function spread(touches) {
  const [one, other] = [touches[0], touches[1]];
  if (!one || !other) return 1;
  return Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1);
}
