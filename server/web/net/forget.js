/** A player's request to have their name taken out of a finished game that the server keeps. */

/** How long the server may take to answer, in milliseconds. */
const ANSWER_MS = 10_000;

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
      method: "DELETE", headers: { authorization: `Bearer ${secret}` }, signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (response.status === 404) return "refused";
    if (!response.ok) return "busy";
    return (await response.json()).removed === "game" ? "game" : "name";
  } catch {
    return "silent";
  }
}
