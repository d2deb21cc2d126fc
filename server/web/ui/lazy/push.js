/** Subscribes this browser to notifications of a turn at its push service. */

/** @typedef {{ kty: string, crv: string, x: string, y: string, d: string }} SigningKey  as JWK (RFC 7518) */
/** @typedef {{ turn: string, reminder: string, nameless: string }} Texts  of notifications, in which `{name}` stands for the opponent */

const CURVE = { name: "ECDSA", namedCurve: "P-256" };

/**
 * The browser's subscription, with the key that the server signs by: drawn here, so that no server has to keep one.
 * @param {ServiceWorkerRegistration} worker
 * @param {string} base  what stands before every path of the server
 * @param {unknown} kept  the key of the last time
 * @param {Texts} texts
 */
export async function subscribe(worker, base, kept, texts) {
  const key = isKey(kept) ? kept : await newKey();
  const shown = Uint8Array.of(4, ...bytes(key.x), ...bytes(key.y));
  let found = await worker.pushManager.getSubscription();
  if (found && !same(found.options.applicationServerKey, shown)) {
    await found.unsubscribe();
    found = null;
  }
  found ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: shown });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = found.toJSON();
  // Where the service worker finds them: it knows no language.
  const cache = await caches.open(`oxo-push ${worker.scope}`);
  await cache.put(`${base}/push-texts`, new Response(JSON.stringify(texts)));
  return { key, subscription: { endpoint, p256dh, auth, key: key.d } };
}

/** @returns {Promise<SigningKey>} */
async function newKey() {
  const { privateKey } = await crypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  return /** @type {SigningKey} */ (await crypto.subtle.exportKey("jwk", privateKey));
}

/** @param {unknown} kept @returns {kept is SigningKey} */
function isKey(kept) {
  const key = /** @type {Partial<SigningKey> | null} */ (kept);
  return typeof key === "object" && [key?.x, key?.y, key?.d].every((part) => typeof part === "string" && part.length === 43);
}

/** @param {string} base64url */
function bytes(base64url) {
  return Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null} one @param {Uint8Array} other */
function same(one, other) {
  return one !== null && new Uint8Array(one).join() === other.join();
}
