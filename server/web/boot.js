/**
 * Starts the page, and says so where that fails: the document has the sentences for it, so that nothing else has to be
 * there. If this file is missing too, the stylesheet shows the first of them after some seconds.
 */

/** @typedef {"network" | "missing" | "damaged" | "stopped"} Cause */

const fallback = /** @type {HTMLElement} */ (document.getElementById("fallback"));

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

/** What was pressed last of what the server rendered, to be pressed once it does something. @type {string | null} */
let pressed = null;
const served = new AbortController();
page.addEventListener("click", ({ target }) => {
  const { testid, cell } = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("button"))?.dataset ?? {};
  pressed = testid ? `[data-testid="${testid}"]` : cell ? `[data-cell="${cell}"]` : null;
}, { signal: served.signal });
new MutationObserver((_, watch) => {
  if (page.classList.contains("served")) return;
  watch.disconnect();
  served.abort();
  if (pressed) /** @type {HTMLElement | null} */ (page.querySelector(pressed))?.click();
}).observe(page, { attributeFilter: ["class"] });

import("./main.js").then(started, async (error) => {
  console.error(error);
  showFailure(await cause());
});

async function started() {
  // The last rule of the stylesheet; a browser takes half of one without a word.
  if (!getComputedStyle(document.documentElement).getPropertyValue("--whole")) return showFailure(await cause());
  fallback.hidden = true;
  // From here on only errors of the program itself are of interest: what the browser refuses, and what the network
  // does, has sentences of its own.
  addEventListener("error", ({ error }) => error instanceof Error && showFailure("stopped"));
  addEventListener("unhandledrejection", ({ reason }) => reason instanceof Error && !(reason instanceof DOMException) && showFailure("stopped"));
}

/** @param {Cause} why */
function showFailure(why) {
  document.documentElement.classList.add("failed");
  for (const sentence of fallback.querySelectorAll("p")) sentence.hidden = sentence.dataset["cause"] !== why;
  fallback.hidden = false;
}

/** Why the page did not start, as far as asking for its files once more shows it. @returns {Promise<Cause>} */
async function cause() {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=preload], link[rel=stylesheet]"));
  const files = [new URL("main.js", import.meta.url).href, ...[...links].map(({ href }) => href)];
  try {
    for (const file of files) {
      const response = await fetch(file);
      if (!response.ok) return "missing";
      await response.arrayBuffer();
    }
    return "damaged";
  } catch {
    return "network";
  }
}
