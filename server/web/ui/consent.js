/** Asks for notifications where they would help: while somebody is waited for, and after a turn that was not seen. */
import { notificationsPossible } from "./alert.js";
import { button } from "./components.js";

/** @import { App } from "./app.js" */

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
}
