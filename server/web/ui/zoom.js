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
 * Follows fingers and wheel on a stage.
 * @param {HTMLElement} stage
 * @param {() => number} zoom
 * @param {(zoom: number) => void} set
 */
export function follow(stage, zoom, set) {
  /** @type {{ distance: number, zoom: number } | null} */
  let pinch = null;
  stage.addEventListener("touchstart", (event) => {
    if (event.touches.length === 2) pinch = { distance: spread(event.touches), zoom: zoom() };
  }, { passive: true });
  stage.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const to = bounded(pinch.zoom * spread(event.touches) / pinch.distance);
    around(stage, zoom(), to, middle(event.touches));
    set(to);
  }, { passive: false });
  stage.addEventListener("touchend", () => { pinch = null; }, { passive: true });
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const to = bounded(zoom() * Math.exp(-event.deltaY / 300));
    around(stage, zoom(), to, [event.clientX, event.clientY]);
    set(to);
  }, { passive: false });
}

/**
 * Zooms so that the point beneath the fingers stays where it is.
 * @param {HTMLElement} stage
 * @param {number} from
 * @param {number} to
 * @param {[number, number] | null} point on the screen; the middle when absent
 */
export function around(stage, from, to, point = null) {
  const frame = stage.querySelector(".frame");
  if (!frame || from === to) return;
  const seen = frame.getBoundingClientRect();
  const [x, y] = point ? [point[0] - seen.left, point[1] - seen.top] : [seen.width / 2, seen.height / 2];
  const [left, top] = [frame.scrollLeft, frame.scrollTop];
  stage.style.setProperty("--zoom", String(to));
  frame.scrollLeft = (left + x) * to / from - x;
  frame.scrollTop = (top + y) * to / from - y;
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
