/** Exponential backoff with full jitter, never before the time the server asked for. Randomness is an argument. */

/** The longest first wait, in milliseconds; each next one is up to twice it. */
const BASE_MS = 250;
/** What no wait exceeds, unless the server asked for a longer one. */
const CAP_MS = 10_000;
/** The longest hint that is respected: beyond it the page would look dead. */
const LONGEST_HINT_MS = 10 * 60_000;

/**
 * The wait before an attempt, in milliseconds.
 * @param {number} attempts  failed since the last good connection
 * @param {number | null} hintMs  the wait the server asked for
 * @param {number} chance  from 0 to 1
 */
export function wait(attempts, hintMs, chance) {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempts, 32));
  // The server spreads its hints itself, so ours only adds to it.
  const hint = Math.min(LONGEST_HINT_MS, Math.max(0, Number(hintMs) || 0));
  return hint + Math.floor(chance * ceiling);
}
