/** A player's request to have their name taken out of a finished game that the server keeps. */

import { deadline } from "./deadline.js";

/** What came of it: the name is gone, or the game with it; or why neither is. @typedef {"name" | "game" | "refused" | "busy" | "silent"} Removal */

/**
 * @param {string} base
 * @param {string} id
 * @param {string} secret  of the player's seat
 * @returns {Promise<Removal>}
 */
export async function askToForget(base, id, secret) {
  try {
    const response = await fetch(`${base}/games/${encodeURIComponent(id)}`, {
      method: "DELETE", headers: { authorization: `Bearer ${secret}` }, signal: deadline(),
    });
    if (response.status === 404) return "refused";
    if (!response.ok) return "busy";
    return (await response.json()).removed === "game" ? "game" : "name";
  } catch {
    return "silent";
  }
}
