/** Visibility and wake-ups of the page, as the browser reports them. */

/**
 * @typedef {object} Page
 * @property {() => boolean} hidden  whether nobody sees it
 * @property {() => boolean} online  whether this machine has a network, as far as the browser knows
 * @property {(f: () => void) => () => void} onWake  called whenever the page or its network may have slept; the answer ends it
 * @property {(f: () => void) => () => void} onLeave  called when the browser puts the page away, perhaps to bring it back as it is; the answer ends it
 * @property {(f: () => void) => () => void} onOffline  called when this machine has lost its network; the answer ends it
 */

/** @type {Page} */
export const PAGE = {
  hidden: () => document.hidden,
  online: () => navigator.onLine,
  onWake(f) {
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener("online", f, { signal });
    addEventListener("pageshow", f, { signal });
    document.addEventListener("visibilitychange", () => document.hidden || f(), { signal });
    return () => ending.abort();
  },
  onLeave(f) {
    addEventListener("pagehide", f);
    return () => removeEventListener("pagehide", f);
  },
  onOffline(f) {
    addEventListener("offline", f);
    return () => removeEventListener("offline", f);
  },
};
