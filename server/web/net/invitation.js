/**
 * What a room's link leads to, asked before anybody sits down.
 *
 * @import { Invitation } from "oxo"
 */

/** When to ask again where the server does not say, in seconds. */
const RETRY_S = 5;

/**
 * Nothing is said of a room of which the server says nothing, only when to ask again. `busy` says that too many
 * codes were tried from here.
 * @param {string} base
 * @param {string} code
 * @returns {Promise<{ facts: Invitation } | { busy: boolean, waitMs: number }>}
 */
export async function askInvitation(base, code) {
  try {
    const response = await fetch(`${base}/r/${code}.json`);
    if (!response.ok) {
      const seconds = Number(response.headers.get("retry-after")) || RETRY_S;
      return { busy: response.status === 429, waitMs: 1_000 * seconds };
    }
    const facts = await response.json();
    if (facts?.room === code) return { facts };
  } catch {
    // Not connected; the session says so.
  }
  return { busy: false, waitMs: 1_000 * RETRY_S };
}
