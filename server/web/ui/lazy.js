/** Loads the part of the page that only some ever need. */

/** @import { App } from "./app.js" */
/** @typedef {typeof import("../lazy.js")} Lazy */

const PATH = new URL("../lazy.js", import.meta.url).href;

/** @type {Lazy | null} */
let part = null;

/** The part, once it is there. */
export const loaded = () => part;

/** Fails where the server does not answer, or is of another version by now. */
export async function load() {
  part ??= /** @type {Lazy} */ (await import(PATH));
  return part;
}

/** Does something with the part, or says that it cannot be had. @param {App} app @param {(part: Lazy) => void} use */
export async function withLazy(app, use) {
  const there = await load().catch(() => null);
  if (there) use(there);
  else app.say(app.t("page.link.part"));
  return there !== null;
}
