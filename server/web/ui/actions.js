/** Actions behind buttons and keys: requests to the server, their refusals in words, and the screen that follows. */
import * as selectors from "./selectors.js";
import { cellName, readCode } from "../i18n/names.js";
import { askInvitation } from "../net/invitation.js";
import { mustChoose } from "../net/view.js";
import { elsewhere, readGame } from "./router.js";
import { refusal } from "../i18n/speech.js";
import { answerOf, computerOf, computerRoomOf, exhibitOf, isPlayable, roomOf, ticketOf, waitsInList } from "./choices.js";

/** @import { App, Question } from "./app.js" */
/** @import { Choices } from "./choices.js" */
/** @import { Phrase, Refusal, WaitingPlayer } from "oxo" */
/** @import { Available } from "../net/options.js" */
/** @import { Outcome } from "../net/state.js" */

/** A refusal in words. @param {App} app @param {Refusal} why */
function refusalText(app, why) {
  return refusal({ t: app.t, view: app.state.view }, why, app.serverNow());
}

/** Shows at the table why a request failed, if it does. @param {App} app @param {Promise<Outcome>} request */
export async function report(app, request) {
  const room = app.state.place?.room;
  const outcome = await request;
  if ("error" in outcome) app.say(refusalText(app, outcome.error), "alert");
  // In another room by now: that was explained already.
  if ("lost" in outcome && app.state.place?.room === room) app.say(app.t("page.link.dropped"), "alert");
  return "ok" in outcome;
}

/** Whether the connection is open and the server not busy saving; if not, says so. @param {App} app */
function connected(app) {
  const open = app.state.link.phase === "open";
  if (open && !app.state.saving) return true;
  if (open) app.say(app.t("page.link.saving"));
  else app.say(app.t("page.link.down"), "alert");
  return false;
}

/**
 * Sends a request of the start screen, under the name that stands there; a refusal is shown beneath the buttons.
 * @param {App} app
 * @param {() => Promise<Outcome>} ask
 */
export async function enter(app, ask) {
  if (app.ui.asking) return false;
  app.set({ asking: true, problem: null, gone: null });
  const outcome = (await named(app)) && (await ask());
  app.set({ asking: false });
  if (!outcome) return false;
  if ("error" in outcome) app.set({ problem: refusalText(app, outcome.error) });
  if ("lost" in outcome) app.set({ problem: app.t("page.link.dropped") });
  return "ok" in outcome;
}

/** Makes sure that the server knows the name in the field. @param {App} app */
async function named(app) {
  const name = app.ui.name.trim();
  if (name === (app.state.welcome?.name ?? "")) return true;
  return rename(app, name);
}

/** @param {App} app @param {string} name */
export async function rename(app, name) {
  const outcome = await app.session.setName(name);
  const nameProblem = "error" in outcome ? refusalText(app, outcome.error) : null;
  app.set({ nameProblem });
  return "ok" in outcome;
}

/**
 * The same with what is chosen, unless a number has to be corrected first.
 * @param {App} app
 * @param {(choices: Choices) => Promise<Outcome>} ask
 */
async function enterChosen(app, ask) {
  const { choices, typed } = app.ui;
  if (isPlayable(choices, typed)) return enter(app, () => ask(choices));
  app.set({ problem: app.t("page.choice.check"), choosing: true });
  // Drawn in the next frame.
  requestAnimationFrame(() => requestAnimationFrame(() => focusOn('.choices [aria-invalid="true"]')));
  return false;
}

/** @param {string} selector */
function focusOn(selector) {
  const found = document.querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}

/** @param {App} app */
export const playFriend = (app) => enterChosen(app, (choices) => app.session.create(roomOf(choices)));

/** @param {App} app */
export const playAnyone = (app) => enterChosen(app, (choices) => waitsInList(choices)
  ? app.session.create(roomOf({ ...choices, listed: !choices.unseen, opening: "free" }))
  : app.session.quick(ticketOf(choices)));

/** Plays somebody who waits. @param {App} app @param {WaitingPlayer} waiting */
export async function playWaiting(app, waiting) {
  const taken = await enterChosen(app, (choices) => app.session.play(waiting.ticket, answerOf(choices, waiting)));
  const { rooms } = app.ui;
  if (!taken) app.set({ rooms: { ...rooms, waiting: rooms.waiting.filter(({ ticket }) => ticket !== waiting.ticket) } });
}

/** Goes on waiting, for any board. @param {App} app */
export async function acceptAnyBoard(app) {
  const choices = { ...app.ui.choices, any_board: true };
  app.set({ choices });
  await enter(app, () => app.session.quick(ticketOf(choices)));
}

/** @param {App} app @param {Choices["begins"]} [begins] */
export const playComputer = (app, begins) => enterChosen(app, (choices) => app.session.create(computerRoomOf(choices, begins)));

/** @param {App} app */
export const exhibit = (app) => enterChosen(app, (choices) => app.session.exhibit(exhibitOf(choices)));

/** @param {App} app @param {string} code */
export const sitDown = (app, code) => goIn(app, code, () => app.session.join(code));

/** Takes the seat that another device shares. @param {App} app @param {{ room: string, token: string }} shared */
export async function takeSeat(app, { room, token }) {
  await goIn(app, room, async () => {
    const outcome = await app.session.takeSeat(room, token);
    // After any other refusal, such as a server that is busy, the token is good still.
    if ("ok" in outcome || "error" in outcome && outcome.error.code === "no_shared_seat") app.set({ take: null });
    return outcome;
  });
}

/** @param {App} app @param {string} code */
export const watch = (app, code) => goIn(app, code, () => app.session.watch(code));

/** Enters a room, or finds out what has become of it. @param {App} app @param {string} code @param {() => Promise<Outcome>} ask */
async function goIn(app, code, ask) {
  const entered = await enter(app, ask);
  if (!entered) await lookAt(app, code);
  return entered;
}

/** Asks what the link of a room leads to, if that is the screen. @param {App} app @param {string} code */
export async function lookAt(app, code) {
  const here = () => app.ui.route.page === "room" && app.ui.route.code === code;
  if (!here()) return;
  const found = await askInvitation(app.base, code);
  if (!here()) return;
  if ("facts" in found) return app.set({ invitation: { code, facts: found.facts } });
  const { why, waitMs } = found;
  // Without an answer the line about the connection says what there is to say.
  const problem = why === "silent" ? app.t("page.room.opening") : refusalText(app, { code: why, params: { retry_in_ms: waitMs } });
  const invitation = { code, problem };
  app.set({ invitation });
  setTimeout(() => { if (app.ui.invitation === invitation) void lookAt(app, code); }, waitMs);
}

/** Goes back to one's seat. It may have been removed from this device, so that the code is not what is wrong. @param {App} app @param {string} code */
export async function takeUp(app, code) {
  let isGone = false;
  const isBack = await enter(app, async () => {
    const outcome = await app.session.resume(code);
    isGone = "error" in outcome && outcome.error.code === "no_such_room";
    return outcome;
  });
  if (isGone) app.set({ problem: app.t("page.gone", { room: code }) });
  return isBack;
}

/** Watches the next of the games that anybody may watch, by the order of their codes. @param {App} app */
export async function watchNext(app) {
  const here = app.state.place?.room ?? "";
  const asked = app.session.rooms();
  if (!await report(app, asked)) return;
  const outcome = await asked;
  if (!("ok" in outcome) || outcome.ok.type !== "rooms") return;
  const others = outcome.ok.rooms.filter(({ watchable, room }) => watchable && room !== here).map(({ room }) => room);
  const next = others.find((room) => room > here) ?? others[0];
  if (next === undefined) app.say(app.t("page.watch.no_other"));
  else await report(app, app.session.watch(next));
}

/** Goes to the room or the game of a code or link that was typed or pasted. @param {App} app */
export function followCode(app) {
  const own = [location.origin + app.base, ...app.state.welcome?.addresses ?? []];
  const other = elsewhere(app.ui.code, own);
  const [code, game] = [readCode(app.ui.code), readGame(app.ui.code)];
  if (other !== null && (code !== null || game !== null)) {
    app.set({ elsewhere: other, codeProblem: null });
    return;
  }
  if (code === null && game === null) {
    app.set({ codeProblem: app.t("page.join.unreadable") });
    return;
  }
  app.set({ code: "", codeProblem: null, dialog: null });
  app.go(game === null ? { page: "room", code, watch: false } : { page: "game", id: game });
}

/** @param {App} app @param {number} cell @param {boolean} small whether the cell is too small to be sure */
export function play(app, cell, small) {
  const { view } = app.state;
  const { me } = app;
  app.set({ cursor: cell });
  if (!view || me === null || app.ui.back !== null) return;
  const game = selectors.running(view);
  const taken = game?.moves.some((move) => move.cell === cell);
  // Behind another command a move waits for its turn; behind a move there is none.
  if (!game || taken || app.state.pending?.type === "move" || !selectors.myTurn(view, me) || mustChoose(game)) return;
  if (small && app.ui.chosen !== cell) {
    app.set({ chosen: cell });
    return;
  }
  if (!connected(app)) return;
  app.set({ chosen: null, message: null });
  void report(app, app.session.move(cell));
}

/**
 * Sends an available command.
 * @param {App} app
 * @param {Available["type"]} type
 * @param {string} [which]  the kind of an offer, the result of a claim, or what is chosen
 */
export function act(app, type, which) {
  const option = selectors.ready(app, type, which);
  if (option && connected(app)) void report(app, app.session.act(option));
}

/** Answers an offer, once it has been there to be read. @param {App} app @param {"accept" | "decline"} how */
export function answer(app, how) {
  if (performance.now() >= app.ui.lockedUntil) act(app, how);
}

/** The computer sits down opposite, in a free seat or in somebody's place. @param {App} app */
export function seatComputer(app) {
  app.set({ dialog: null });
  if (connected(app)) void report(app, app.session.act({ type: "seat_computer", computer: computerOf(app.ui.choices) }));
}

/** Asks where the computer would play in one's own place. @param {App} app */
export async function askHint(app) {
  if (app.ui.hint === "asked" || !connected(app)) return;
  app.set({ hint: "asked" });
  const outcome = await app.session.hint();
  const found = "ok" in outcome && outcome.ok.type === "hint" ? outcome.ok : null;
  const { view } = app.state;
  const game = view && selectors.running(view);
  const timely = found && game && found.game === game.number && found.ply === game.moves.length;
  app.set({ hint: timely ? found : null });
  if (timely) app.say(app.t("page.hint.cell", { cell: cellName(view.settings.rules, found.cell) }));
  else if (!found) void report(app, Promise.resolve(outcome));
}

/** @param {App} app @param {Phrase} phrase */
export function say(app, phrase) {
  app.set({ dialog: null });
  if (connected(app)) void report(app, app.session.react(phrase));
}

/** Does what was confirmed. @param {App} app @param {Question} what */
export async function confirmed(app, what) {
  app.set({ dialog: null });
  if (what !== "leave") act(app, what);
  else if (connected(app) && await report(app, app.session.leave())) app.go({ page: "start" });
}

/** Leaves a table: asks first about a seat, a spectator just goes. @param {App} app */
export function leave(app) {
  const { place, view } = app.state;
  if (place?.kind === "seat" && view && !view.ended && view.seats[place.seat]) {
    app.set({ dialog: "leave" });
    return;
  }
  if (place?.kind === "watch") void app.session.unwatch();
  app.go({ page: "start" });
}

/**
 * Copies a text to the clipboard, and lets the button say so.
 * @param {App} app
 * @param {string} what
 * @param {string} text
 */
export async function copy(app, what, text) {
  const done = await copied(text);
  if (!done) return app.say(app.t("page.not_copied"), "alert");
  app.speak(app.t("page.copied"));
  app.set({ done: what });
  setTimeout(() => { if (app.ui.done === what) app.set({ done: null }); }, 2_500);
}

/** @param {string} text */
async function copied(text) {
  // Without TLS there is no clipboard API.
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
