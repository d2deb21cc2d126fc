/** The service worker, as the page has it: installed once the page is there, and asked to show notifications. */

/** The name that the page's policy admits: server/src/http/document.rs. */
const POLICY = "oxo-worker";

/** @typedef {{ createScriptURL: (url: string) => any }} ScriptPolicy */

/**
 * Installs the worker of a server, where this browser has such things. Once everything has been loaded, so that nothing
 * of a first visit waits for it.
 * @param {string} base  what stands before every path of the server
 */
export function installWorker(base) {
  if (!("serviceWorker" in navigator)) return;
  const install = () => {
    // A browser may refuse, such as in a private window; then the page is as it is without one.
    navigator.serviceWorker.register(admitted(`${base}/worker.js`), { scope: `${base}/`, updateViaCache: "none" }).catch(() => {});
  };
  if (document.readyState === "complete") install();
  else addEventListener("load", install, { once: true });
}

/** The one address that the policy lets a script come from. @param {string} own */
function admitted(own) {
  /** @type {{ createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy } | undefined} */
  const types = /** @type {any} */ (globalThis).trustedTypes;
  const policy = types?.createPolicy(POLICY, {
    createScriptURL(url) {
      if (url !== own) throw new TypeError(url);
      return url;
    },
  });
  return policy ? policy.createScriptURL(own) : own;
}

/** The worker that is at work for this page, if there is one. */
export async function activeWorker() {
  const registration = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  return registration?.active ? registration : null;
}
