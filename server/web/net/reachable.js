/** Probe of the server by plain requests when its WebSocket fails, to find out whether only WebSockets do. */

/** The statuses of a server that has no room for another connection. */
const BUSY = [429, 503];

/**
 * Whether the server answers requests and has room for a connection, so that something between lets no WebSocket through.
 * @param {string} socket  the address of the WebSocket
 * @param {(url: string, how: RequestInit) => Promise<Response>} [ask]
 */
export async function isReachable(socket, ask = fetch) {
  const url = socket.replace(/^ws/, "http");
  /** @type {RequestInit} */
  const how = { cache: "no-store", signal: AbortSignal.timeout(5_000) };
  try {
    if (BUSY.includes((await ask(url, how)).status)) return false;
    const answer = await ask(new URL("info", url).href, how);
    return answer.ok && "versions" in await answer.json();
  } catch {
    return false;
  }
}
