/** Reactions to changes and events of the session: messages, speech, tones, notifications, navigation. */
import { mySeat } from "../net/state.js";
import { chatNotice, event, noticeLines, phrase, reaction, refusal, unqueued } from "../i18n/speech.js";
import { together } from "../i18n/locale.js";
import { invitationText } from "../i18n/invitation.js";
import { notify, setHead, shake, tone } from "./alert.js";
import { learn } from "./computer.js";
import { openDialog } from "./dialogs.js";
import { followOpening } from "./opening.js";
import * as selectors from "./selectors.js";
import { renewPush } from "./consent.js";
import { loss, title } from "./status.js";

/** @import { App } from "./app.js" */
/** @import { Tone } from "./alert.js" */
/** @import { SessionEvents, State } from "../net/state.js" */
/** @import { FullView } from "../net/view.js" */

/** How long a new offer takes no answer, so that no click meant for something else answers it. */
const LOCK_MS = 600;
/** How long a phrase stands beside who said it. */
const BUBBLE_MS = 6_000;

/** @param {App} app */
export function listen(app) {
  const { session } = app;
  session.subscribe((state, before) => changed(app, state, before));
  session.on("event", (happened) => onEvent(app, happened));
  session.on("reaction", ({ reaction: said }) => {
    const { view } = app.state;
    if (!view) return;
    app.set({ bubble: { seat: said.by, text: phrase(app.t, said.phrase), until: performance.now() + BUBBLE_MS } });
    app.speak(reaction({ t: app.t, me: app.me, view }, said));
  });
  session.on("matched", ({ left }) => {
    if (left) app.set({ message: { text: app.t("page.computer.left"), tone: "calm" } });
    app.speak(app.t(left ? "page.computer.left" : "queue.matched"));
    call(app, "came", app.t("queue.matched"));
  });
  session.on("unqueued", ({ why }) => {
    app.set({ problem: unqueued(app.t, why) });
  });
  session.on("complaint", ({ why }) => app.say(refusal({ t: app.t, view: app.state.view }, why, session.clock.serverNow()), "alert"));
  session.on("gone", ({ room, why }) => {
    app.set({ gone: { room, why } });
    if (app.ui.route.page === "room") app.go({ page: "start" }, "replace");
    app.speak(app.t(why === "dismissed" ? "page.gone.dismissed" : "page.gone", { room }));
  });
  session.on("returned", () => app.speak(app.t("page.link.back")));
  // An offer that came while the page was hidden has not been read yet.
  document.addEventListener("visibilitychange", () => lock(app));
}

/** @param {App} app @param {State} state @param {State} before */
function changed(app, state, before) {
  const { view, place } = state;
  if (place && (place.room !== before.place?.room || place.kind !== before.place.kind)) arrived(app, state, before);
  if (place === null && before.place && app.ui.route.page === "room" && app.ui.route.code === before.place.room) {
    app.go({ page: "start" }, "replace");
  }
  if (view && !before.view) {
    app.set({ cursor: middle(view) });
    if (view.game) app.speak(title(app, view));
  }
  if (view?.game?.moves !== before.view?.game?.moves || view?.game?.over !== before.view?.game?.over) resetLook(app, view);
  if (view && asksNow(app, view, before.view)) lock(app);
  const { loss: how, phase } = state.link;
  if (phase === "open" && before.link.phase !== "open") performance.mark("connected");
  if (phase === "superseded" ? before.link.phase !== phase : how !== null && how !== before.link.loss) app.speak(loss(app));
  if (state.notice !== before.notice) {
    const known = noticeLines(app.locale, before.notice);
    for (const line of noticeLines(app.locale, state.notice)) if (!known.includes(line)) app.speak(line);
  }
  const webhookBy = state.now?.webhook;
  // Who opens the table reads it there.
  if (view && before.now && webhookBy && webhookBy !== before.now.webhook) app.say(chatNotice(app, view, webhookBy));
  if (state.saving && !before.saving) app.speak(app.t("page.link.saving"));
  if (view?.game?.over && !before.view?.game?.over) {
    app.set({ games: app.storage.games(), sat: before.view?.seats ?? view.seats });
    if (before.view?.game) learn(app, view, view.game.over);
  }
  // What cannot be asked any more is not asked again in the next game.
  if (app.ui.dialog !== null && openDialog(app) === null) app.set({ dialog: null });
  followOpening(app, state);
  updateTitle(app);
  app.redraw();
}

/** A room was entered, or has another code now. @param {App} app @param {State} state @param {State} before */
function arrived(app, { place }, before) {
  if (!place) return;
  const moved = before.place !== null && app.ui.route.page === "room";
  app.set({ message: null, back: null, chosen: null, zoom: 1, fresh: false, cursor: 0, bubble: null, dialog: null, problem: null, sat: null });
  app.go({ page: "room", code: place.room, watch: place.kind === "watch" }, moved ? "replace" : "push");
  if (place.kind === "seat") renewPush(app, place.room);
}

/** Resets what refers to another position. @param {App} app @param {FullView | null} view */
function resetLook(app, view) {
  const made = view?.game?.moves.length ?? 0;
  const back = app.ui.back !== null && app.ui.back < made ? app.ui.back : null;
  app.set({ chosen: null, back, hint: null });
}

/** Offers take no answer for a moment. @param {App} app */
function lock(app) {
  app.set({ lockedUntil: performance.now() + LOCK_MS });
}

/** Whether an offer has just come that one is to answer. @param {App} app @param {FullView} view @param {FullView | null} before */
function asksNow(app, view, before) {
  const me = app.me;
  const question = selectors.asked(view, me);
  return question !== null && question.id !== before?.offer?.id;
}

/** @param {App} app @param {SessionEvents["event"]} happened */
function onEvent(app, happened) {
  const { event: what, before, view } = happened;
  const scene = { t: app.t, me: app.me, view };
  const sentences = event(scene, before, what);
  const over = "over" in what ? what.over : null;
  // The headline says how it ended, and the players' panels have the score.
  app.set({ message: over ? null : { text: together(sentences), tone: "calm" } });
  // What was asked of an empty room means something else by now.
  if (what.type === "joined" && app.ui.dialog === "leave") app.set({ dialog: null });
  if (what.type === "started") app.set({ back: null, zoom: 1, message: null, cursor: middle(view) });
  if (what.type === "moved") app.set({ fresh: app.ui.back === null });
  // Between two computers the moves come too fast for speech.
  if (over || what.type !== "moved" || !selectors.isExhibition(view)) app.speak(together(sentences));
  alertFor(app, happened, together(sentences));
}

/** @param {FullView} view */
function middle({ settings: { rules } }) {
  return Math.floor(rules.height / 2) * rules.width + Math.floor(rules.width / 2);
}

/**
 * Alerts the person: the game is over, somebody came, it is their turn.
 * @param {App} app
 * @param {SessionEvents["event"]} happened
 * @param {string} words
 */
function alertFor(app, { event: what, before, view }, words) {
  const { me } = app;
  const over = "over" in what ? what.over : null;
  if (over) return call(app, over.winner && over.winner === me ? "won" : "over", words);
  if (me && what.type === "joined" && what.seat !== me && !what.player.computer) return call(app, "came", words);
  if (me && what.type === "offered" && what.offer.by !== me) return call(app, "turn", words);
  if (selectors.myTurn(view, me) && !selectors.myTurn(before, me)) return call(app, "turn", app.t("page.title.your_turn"));
  if (what.type === "moved") sound(app, "move");
}

/** @param {App} app @param {Tone} which */
function sound(app, which) {
  if (app.settings.sound) tone(which);
}

/** @param {App} app @param {Tone} which @param {string} words */
function call(app, which, words) {
  sound(app, which);
  if (which === "turn") {
    shake();
    if (document.hidden) app.set({ missed: true });
  }
  if (app.settings.notifications) void notify(words);
}

/** What the room of the address is, while one is not in it. @param {App} app */
function invited({ t, ui: { route, invitation } }) {
  const here = route.page === "room" && invitation?.code === route.code;
  return here && "facts" in invitation ? invitationText(t, invitation.facts).title : "";
}

/** The title and the icon of the window. @param {App} app */
export function updateTitle(app) {
  const { t, state, ui } = app;
  const { view } = state;
  const here = ui.route.page === "room" && view;
  const words = here ? title(app, view) : ui.replay?.record ? t("page.game.name") : invited(app);
  const dot = view !== null && selectors.isLinked(app) && selectors.myTurn(view, mySeat(state));
  const elsewhere = !here && dot ? t("page.title.your_turn") : words;
  setHead(elsewhere ? t("page.title.at", { what: elsewhere }) : t("page.title"), dot);
}
