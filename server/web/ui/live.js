/**
 * What a screen reader is told: each sentence once, politely, in order.
 */

/** Sentences that come together are said together. */
const TOGETHER_MS = 150;

/**
 * @param {Element} region an element with `aria-live`
 */
export function speaker(region) {
  /** @type {string[]} */
  let waiting = [];
  function tell() {
    const line = document.createElement("p");
    line.textContent = waiting.join(" ");
    waiting = [];
    // A new element, so that the same sentence is said a second time, too.
    region.replaceChildren(line);
  }
  return (/** @type {string} */ sentence) => {
    if (sentence === "") return;
    if (waiting.length === 0) setTimeout(tell, TOGETHER_MS);
    waiting.push(sentence);
  };
}
