/** Removal of one's name from a finished game: a button beneath it, the confirmation, and the outcome. */
import { askToForget } from "../net/forget.js";
import { button, closeDialog, dialog } from "./components.js";
import { h } from "./dom.js";

/** @import { App } from "./app.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Seat } from "oxo" */
/** @import { Removal } from "../net/forget.js" */
/** @import { FullRecord } from "../net/view.js" */

/** @type {{ [removal in Removal | "asked"]: string }} */
const SENTENCES = {
  asked: "page.forget.asked", name: "page.forget.name", game: "page.forget.game",
  refused: "page.forget.refused", busy: "page.forget.busy", silent: "page.forget.silent",
};

const isDone = (/** @type {Removal | "asked"} */ removal) => removal === "name" || removal === "game";

/** @param {App} app @param {Replay} replay */
export function forgetting(app, { secrets, removal }) {
  const { t } = app;
  const calm = removal === "asked" || (removal && isDone(removal));
  return [
    removal && h("p", { class: calm ? "hint" : "problem", key: "removal", "data-testid": "removal" }, t(SENTENCES[removal])),
    secrets.length > 0 && removal !== "asked"
      && button(t("page.forget"), () => app.set({ dialog: "forget" }), { look: "quiet", id: "forget", key: "forget" }),
  ];
}

/** @param {App} app */
export function forgetDialog(app) {
  const { t } = app;
  return dialog(app, { id: "forget", title: t("page.forget.ask"), sheet: true },
    h("p", { class: "hint" }, t("page.forget.about")),
    h("div", { class: "pair" },
      button(t("page.cancel"), () => closeDialog(app), { id: "forget-no" }),
      button(t("page.forget.yes"), () => void takeNameOut(app), { look: "danger", id: "forget-yes" })));
}

/** Asks the server, and says what came of it; the copy in this browser loses the name, too. @param {App} app */
export async function takeNameOut(app) {
  const { replay } = app.ui;
  const id = replay?.record?.id;
  app.set({ dialog: null });
  if (!replay || !id || replay.removal === "asked") return;
  app.set({ replay: { ...replay, removal: "asked" } });
  /** @type {Removal} */
  let removal = "refused";
  // More than one where both seats were played in this browser. To ask again does no harm.
  for (const secret of replay.secrets) {
    removal = await askToForget(app.base, id, secret);
    if (!isDone(removal)) break;
  }
  const done = isDone(removal);
  const left = (/** @type {FullRecord} */ record) => (done ? without(record, replay.seat, removal) : record);
  const kept = app.storage.games().find(({ record }) => record.id === id);
  if (done && kept) {
    app.storage.forgetGame(kept);
    app.storage.storeGame({ ...kept, record: left(kept.record), secrets: [] });
  }
  const now = app.ui.replay;
  if (now?.record?.id === id) app.set({ replay: { ...now, record: left(now.record), secrets: done ? [] : now.secrets, removal } });
  app.speak(app.t(SENTENCES[removal]));
}

/** The record without that player, and without an address once the server has deleted it. @param {FullRecord} record @param {Seat | null} seat @param {Removal} removal */
function without({ id, ...record }, seat, removal) {
  const players = seat ? { ...record.players, [seat]: null } : record.players;
  return { ...record, ...(removal === "game" ? {} : { id }), players };
}
