/** Visibility and wake-ups of the page, as the browser tells them. */

/**
 * @typedef {object} Page
 * @property {() => boolean} hidden  whether nobody sees it
 * @property {(f: () => void) => () => void} onWake  called whenever the page or its network may have slept; the answer ends it
 */

/** @type {Page} */
export const PAGE = {
  hidden: () => document.hidden,
  onWake(f) {
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener("online", f, { signal });
    addEventListener("pageshow", f, { signal });
    document.addEventListener("visibilitychange", () => document.hidden || f(), { signal });
    return () => ending.abort();
  },
};
