/**
 * The service worker: keeps the files of one version of the page, so that it opens without a network or a server, and
 * shows its notifications, and those of a push service while no page is open. A document is asked of the network first, so nobody sees an old page while the
 * server answers; and every kept file is of the version that the kept document names.
 */

/** Of the page's files, as server/build.rs finds it. */
const HASH = "__HASH__";

/** @type {any} */
const worker = globalThis;
/** @type {string} */
const scope = worker.registration.scope;
const files = new URL(`a/${HASH}/`, scope).href;
const prefix = `oxo ${scope} `;
const cacheName = prefix + HASH;

/** What the page begins with, beside the document and its catalogue. */
const BEGINNING = ["boot.js", "main.js", "style.css", "icon.svg"];
/** What stands where a page is shown, below the scope. */
const PAGES = /^(?:(?:r|games)\/[^./]*)?$/;
/** What a proxy answers whose server does not. */
const DOWN = [502, 503, 504];

/** Keeps this version whole, or not at all. */
async function keep() {
  const shell = await fetch(scope, { headers: { accept: "text/html" }, cache: "no-store" });
  const text = await shell.clone().text();
  // The server may be of another version by now; then its own worker comes next.
  if (!shell.ok || !text.includes(`/a/${HASH}/`)) throw new Error(`${shell.status}`);
  const catalogue = /locales\/[\w-]+\.json/.exec(text) ?? [];
  const cache = await caches.open(cacheName);
  await cache.addAll([...BEGINNING, ...catalogue].map((path) => files + path));
  await cache.put(scope, shell);
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((other) => other.startsWith(prefix) && other !== cacheName);
  await Promise.all(old.map((other) => caches.delete(other)));
}

/** @param {string} url */
const kept = (url) => caches.match(url, { cacheName, ignoreVary: true });

/**
 * A document: the server's, or the kept one while there is none. Without navigation preload: Firefox shows its own error
 * page when that fails, whatever is answered here.
 * @param {Request} request
 */
async function page(request) {
  try {
    const answer = await fetch(request);
    // Only the server itself sends a policy.
    if (!DOWN.includes(answer.status) || answer.headers.has("content-security-policy")) return answer;
    return await kept(scope) ?? answer;
  } catch (error) {
    const shell = await kept(scope);
    if (shell) return shell;
    throw error;
  }
}

/** Keeps a file, where there is room for it. @param {string} url @param {Response} answer */
async function store(url, answer) {
  try {
    await (await caches.open(cacheName)).put(url, answer);
  } catch {
    // The page goes on with what the network gave.
  }
}

/** A file of this version. @param {Request} request */
async function file(request) {
  const found = await kept(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await store(request.url, answer.clone());
  return answer;
}

/**
 * Shows a notification of a turn in a game of days, unless its table is in sight. The sentences are those that the page had when it subscribed.
 * @param {{ room?: string, opponent?: { name?: string }, reminder?: boolean }} turn
 */
async function notify({ room, opponent, reminder }) {
  if (!room) return;
  const url = new URL(`r/${room}`, scope).href;
  const clients = await worker.clients.matchAll({ type: "window" });
  const silent = clients.some((/** @type {any} */ client) => client.url === url && client.visibilityState === "visible");
  const texts = await (await caches.match(new URL("push-texts", scope).href))?.json() ?? {};
  const text = opponent?.name ? texts[reminder ? "reminder" : "turn"] : texts.nameless;
  await worker.registration.showNotification("OXO", {
    body: text?.replace("{name}", () => opponent?.name) ?? room, icon: `${files}icon-192.png`, tag: room, data: url, silent, renotify: !silent,
  });
  // Safari takes the permission away where a message shows nothing.
  if (silent) for (const shown of await worker.registration.getNotifications({ tag: room })) shown.close();
}

/** Brings the page to the front that a notification is of. @param {any} notification */
async function show(notification) {
  notification.close();
  const clients = await worker.clients.matchAll({ type: "window" });
  // Not a frame on somebody else's page.
  const windows = clients.filter((/** @type {any} */ { frameType }) => frameType === "top-level");
  const window = windows.find((/** @type {any} */ { url }) => url === notification.data) ?? (notification.tag === "oxo" ? windows[0] : null);
  await (window ? window.focus() : worker.clients.openWindow(notification.data ?? scope));
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(Promise.all([forgetOthers(), worker.clients.claim()])));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate") {
    if (PAGES.test(new URL(url).pathname.slice(new URL(scope).pathname.length))) event.respondWith(page(event.request));
  } else if (url.startsWith(files)) {
    event.respondWith(file(event.request));
  }
});

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data?.json() ?? {})));

worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(show(event.notification)));
