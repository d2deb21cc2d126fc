/** Asks for notifications where they would help: while somebody is waited for, after a turn that was not seen, and in a game of days. */
import { notificationsPossible } from "./alert.js";
import { button } from "./components.js";
import { load } from "./lazy.js";
import * as selectors from "./selectors.js";
import { activeWorker } from "./worker.js";

/** @import { App } from "./app.js" */
/** @import { FullView } from "../net/view.js" */

/** The button that asks; nothing where the person has decided, or nothing can be asked. @param {App} app @param {"came" | "turn"} when */
export function notifyOffer(app, when) {
  const open = notificationsPossible() && Notification.permission === "default" && !app.settings.notifications;
  return open && button(app.t(`page.notify.${when}`), () => void setNotifications(app, true), { look: "quiet", id: "notify" });
}

/** The browser asks for permission only within a gesture. @param {App} app @param {boolean} on */
export async function setNotifications(app, on) {
  const granted = on && await Notification.requestPermission() === "granted";
  app.setSettings({ notifications: granted });
  app.set({ missed: false });
  if (!granted && app.storage.push().rooms.length > 0) {
    app.storage.setPush(null);
    const worker = await activeWorker();
    // Without what is loaded later: there may be no server now.
    if (worker) await worker.pushManager.getSubscription().then((found) => found?.unsubscribe()).catch(() => null);
  }
  return granted;
}

/** The same in a game of days, after one's first move: for when the page is closed. @param {App} app @param {FullView} view */
export function pushOffer(app, view) {
  const { me, state: { place, welcome } } = app;
  const apt = me && place && selectors.countsDays(view) && view.seats[me]?.moved && selectors.running(view);
  const possible = welcome?.features.includes("push") && notificationsPossible() && "PushManager" in window && Notification.permission !== "denied";
  return apt && possible && !app.storage.push().rooms.includes(place.room)
    && button(app.t("page.notify.turn"), () => void turnOn(app, place.room), { look: "quiet", id: "push" });
}

/** @param {App} app @param {string} room */
async function turnOn(app, room) {
  if (await setNotifications(app, true)) app.say(app.t(await subscribe(app, room) ? "page.push.on" : "page.push.failed"));
}

/** Hands the server the browser's subscription once more, where one was asked for: it may be another by now. @param {App} app @param {string} room */
export function renewPush(app, room) {
  if (app.storage.push().rooms.includes(room) && Notification.permission === "granted") void subscribe(app, room);
}

/** Whether the server has the browser's subscription now. @param {App} app @param {string} room */
async function subscribe({ t, base, session, storage }, room) {
  try {
    const worker = await activeWorker();
    if (!worker) return false;
    const { key: kept } = storage.push();
    const name = "{name}";
    const texts = { turn: t("page.push.turn", { name }), reminder: t("page.push.last", { name }), nameless: t("page.title.your_turn") };
    const { key, subscription } = await (await load()).subscribe(worker, base, kept, texts);
    const outcome = await session.subscribePush(subscription);
    const isTaken = "ok" in outcome;
    // Another tab may have added its room meanwhile.
    storage.setPush({ key, rooms: [...new Set([...storage.push().rooms, ...isTaken ? [room] : []])] });
    return isTaken;
  } catch {
    // The browser has no push service, or cannot reach it.
  }
  return false;
}
