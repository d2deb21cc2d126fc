/** Alerts for a person who looks elsewhere or listens: title, icon, tones, notifications, screen reader. */

import { together } from "../i18n/locale.js";
import { activeWorker } from "./worker.js";

/** @typedef {"turn" | "move" | "won" | "over" | "came"} Tone */

/** Notes of a tone: the pitch in hertz and when it begins, in seconds. @type {{ [tone in Tone]: Array<[number, number]> }} */
const NOTES = {
  move: [[392, 0]],
  turn: [[523, 0], [659, 0.09]],
  came: [[440, 0], [554, 0.1], [659, 0.2]],
  won: [[523, 0], [659, 0.1], [784, 0.2]],
  over: [[523, 0], [440, 0.14]],
};

const ICON = new URL("../icon-192.png", import.meta.url).href;

/** Created at the first gesture: browsers allow no sound before. @type {AudioContext | null} */
let audio = null;

/** Lets tones sound from now on; called within a gesture. */
export function allowTones() {
  // Not every key press is a gesture to the browser.
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

/** @param {Tone} which */
export function tone(which) {
  if (audio?.state !== "running") return;
  for (const [pitch, after] of NOTES[which]) note(audio, pitch, audio.currentTime + after);
}

/** @param {AudioContext} audio @param {number} pitch @param {number} at */
function note(audio, pitch, at) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = "sine";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.32);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.35);
}

/** Whether this browser knows notifications and may ask for them here. */
export function notificationsPossible() {
  return typeof Notification === "function" && isSecureContext;
}

/** How a phone shakes for a notification: on, off, on, in milliseconds. */
const SHAKES = [120, 80, 120];

/** Notifies, if that is allowed and the page is hidden. @param {string} words */
export async function notify(words) {
  if (!notificationsPossible() || Notification.permission !== "granted" || !document.hidden) return;
  /** @type {NotificationOptions & { vibrate?: number[], renotify?: boolean }} */
  const how = { body: words, icon: ICON, tag: "oxo", data: location.href, vibrate: SHAKES, renotify: true };
  try {
    const worker = await activeWorker();
    if (worker) {
      await worker.showNotification("OXO", how);
      whenSeen(async () => { for (const shown of await worker.getNotifications({ tag: "oxo" })) shown.close(); });
      return;
    }
    const shown = new Notification("OXO", how);
    shown.onclick = () => { window.focus(); shown.close(); };
    whenSeen(() => shown.close());
  } catch {
    // Some phones allow notifications to service workers only, and one may be taken away meanwhile.
  }
}

/** Runs `f` once the page is seen: at once, where it came to the front meanwhile. @param {() => void} f */
function whenSeen(f) {
  if (!document.hidden) return f();
  const seen = new AbortController();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    seen.abort();
    f();
  }, { signal: seen.signal });
}

/** Shakes the phone that this is, if it is touched at all: browsers allow it only then. */
export function shake() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKES);
}

/** Sets the title of the window, and the icon with or without a dot. @param {string} words @param {boolean} dot */
export function setHead(words, dot) {
  if (document.title !== words) document.title = words;
  const link = document.querySelector("link[rel=icon]");
  if (!(link instanceof HTMLLinkElement)) return;
  const href = link.href.replace(/icon(-turn)?\.svg$/, dot ? "icon-turn.svg" : "icon.svg");
  if (href !== link.href) link.href = href;
}

/** Sentences within this time are spoken together. */
const TOGETHER_MS = 150;

/** Announces each sentence to a screen reader once, in order. @param {Element} region an element with `aria-live` */
export function speaker(region) {
  /** @type {string[]} */
  let waiting = [];
  function announce() {
    const line = document.createElement("p");
    line.textContent = together(waiting);
    waiting = [];
    // A new element, so that a repeated sentence is spoken again.
    region.replaceChildren(line);
  }
  return (/** @type {string} */ sentence) => {
    if (sentence === "") return;
    if (waiting.length === 0) setTimeout(announce, TOGETHER_MS);
    waiting.push(sentence);
  };
}
