/**
 * Request for the invitation that a room's link leads to, before anybody sits down.
 *
 * @import { Invitation } from "oxo"
 */

import { deadline } from "./deadline.js";

/** When to ask again where the server does not say, in seconds. */
const RETRY_S = 5;

/**
 * Nothing is said of a room of which the server says nothing, only when to ask again and why: too many codes were tried
 * from here, the server cannot say, or it did not answer.
 * @param {string} base
 * @param {string} code
 * @returns {Promise<{ facts: Invitation } | { why: "joins_too_fast" | "unavailable" | "silent", waitMs: number }>}
 */
export async function askInvitation(base, code) {
  try {
    const response = await fetch(`${base}/r/${code}.json`, { signal: deadline() });
    if (!response.ok) {
      const seconds = Number(response.headers.get("retry-after")) || RETRY_S;
      return { why: response.status === 429 ? "joins_too_fast" : "unavailable", waitMs: 1_000 * seconds };
    }
    const facts = await response.json();
    if (facts?.room === code) return { facts };
  } catch {
    // Not connected; the session says so.
  }
  return { why: "silent", waitMs: 1_000 * RETRY_S };
}
