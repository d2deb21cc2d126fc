/**
 * What a room's link leads to, asked before anybody sits down.
 *
 * @import { Invitation } from "oxo"
 */

/**
 * Without an answer the room may still be entered: the server says then what is wrong.
 * @param {string} base
 * @param {string} code
 * @returns {Promise<{ facts: Invitation } | { waitMs: number }>}
 */
export async function askInvitation(base, code) {
  try {
    const response = await fetch(`${base}/r/${code}.json`);
    if (response.status === 429) return { waitMs: 1_000 * Number(response.headers.get("retry-after")) };
    const facts = response.ok ? await response.json() : null;
    if (facts?.room === code) return { facts };
  } catch {
    // Not connected; the session says so.
  }
  return { facts: { room: code, state: "free" } };
}
