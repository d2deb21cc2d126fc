/**
 * The effects of frames on a session: entering rooms, events, and resuming after a reconnect.
 *
 * @import { Accepted, Entered, EventFrame, Frame, Matched, Now, Refused, Seat, Snapshot, Welcome } from "oxo"
 * @import { FullView } from "./view.js"
 * @import { ServerClock } from "./clock.js"
 * @import { Body, Connection } from "./connection.js"
 * @import { Answer, Requests, Sent } from "./requests.js"
 * @import { SessionEvents, State } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { PageStorage } from "../storage/storage.js"
 */

import { fold, isEvent } from "./fold.js";
import { createPeek } from "./peek.js";
import { createPlacement, drawSecret } from "./place.js";
import { isOver, mySeat } from "./state.js";
import { createTicket } from "./ticket.js";
import { fullView, recordOf } from "./view.js";

/**
 * @param {object} needs
 * @param {string} needs.url  of the WebSocket
 * @param {Store<State, SessionEvents>} needs.store
 * @param {ServerClock} needs.clock
 * @param {PageStorage} needs.storage
 * @param {Connection} needs.connection
 * @param {Requests} needs.requests
 */
export function createRoom({ url, store, clock, storage, connection, requests }) {
  const { set, emit } = store;
  const key = drawSecret();
  const placement = createPlacement(store, storage);
  const ticket = createTicket(store, storage);
  const peek = createPeek(store, requests.askOwn);
  /** The view cannot be trusted: a snapshot has to come. */
  let doubted = false;
  let everUp = false;
  /** The person wants the seat here, whichever device is connected to it. */
  let insists = false;

  /** @param {Welcome} welcome */
  function up(welcome) {
    clock.set(welcome.at_ms);
    set({ welcome, notice: welcome.notice ?? {} });
    if (everUp) emit("returned", {});
    everUp = true;
    requests.up(() => {
      const { place, view } = store.state();
      if (place && !isOver(store.state())) {
        const { room } = place;
        if (place.kind === "watch") requests.askOwn({ type: "watch_room", room });
        else {
          // Nobody has asked for it: another device of the seat may be played at meanwhile.
          const yields = !insists && welcome.features.includes("shared_seats");
          requests.askOwn({ type: "resume", room, secret: placement.secret(), last_seq: doubted ? 0 : (view?.seq ?? 0), ...(yields ? { yields } : {}) });
        }
        insists = false;
      }
      peek.up();
      const waits = ticket.body();
      if (waits) requests.askOwn(waits);
    });
  }

  function down() {
    requests.down();
    set({ saving: false });
    // Without a seat to resume there is no reply to wait for.
    if (mySeat(store.state()) === null || isOver(store.state())) requests.left();
  }

  /** @param {Frame} frame */
  function frame(frame) {
    if (peek.frame(frame)) return;
    if (isEvent(frame)) return event(frame);
    switch (frame.type) {
      case "reply":
        // Requests are answered in order.
        set({ saving: false });
        return requests.reply(frame, decided);
      case "saving":
        return set({ saving: true });
      case "room":
        return snapshot(frame);
      case "now":
        clock.heard(frame.at_ms);
        return nowIs(frame.now);
      case "queue":
        return ticket.moved(frame.position, frame.wait_ms ?? null);
      case "unqueued":
        set({ saving: false });
        ticket.end();
        return emit("unqueued", { why: frame.reason });
      case "matched":
        set({ saving: false });
        return matched(frame);
      case "superseded":
        return connection.stop("superseded");
      case "dismissed":
        return frame.room === store.state().place?.room ? gone("dismissed") : undefined;
      case "notice":
        return set({ notice: frame });
      case "pong":
        return clock.heard(frame.at_ms);
      case "error":
        return emit("complaint", { why: frame });
      default: // of a later version
    }
  }

  /** @param {Sent} sent @param {Answer} answer */
  function decided({ body, own }, answer) {
    if (own && peek.mine(body)) return;
    if ("ok" in answer) return accepted(body, answer.ok);
    if (own) return ownRefused(body, answer.error);
    if (typeof body.secret === "string") refusedSeat(body, body.secret, answer.error);
    emit("refused", { request: body.type, why: answer.error });
  }

  /** @param {Body} body @param {Accepted} ok */
  function accepted(body, ok) {
    switch (ok.type) {
      case "created":
      case "joined":
      case "resumed":
      case "seat_taken":
        return entered(ok, String(body.secret));
      case "watching":
        return watching(ok.room);
      case "queued":
        return ticket.queued(/** @type {import("./ticket.js").Body} */ (body), ok.ticket, ok.position);
      case "cancelled":
        return ticket.end();
      case "unwatched":
      case "left":
        return forget();
      default:
    }
  }

  /**
   * @param {Entered} entered
   * @param {string} shown  the secret that it was entered with
   */
  function entered(entered, shown) {
    const { room, seat, url: address } = entered;
    const { place } = store.state();
    // The code may have changed meanwhile; the same secret means the same room.
    const same = place?.kind === "seat" && placement.secret() === shown;
    if (!same) {
      requests.left();
      set({ view: null, now: null, peek: null });
      // An opponent was found during a game against the computer: that seat is given up.
      if (ticket.body()?.secret === shown) placement.forget();
    }
    placement.sit(shown, { kind: "seat", room, seat, url: address });
    ticket.used(shown);
    requests.entered(entered, decided);
  }

  /** @param {string} room */
  function watching(room) {
    const { place } = store.state();
    if (place?.kind !== "watch" || place.room !== room) set({ view: null, now: null, peek: null });
    placement.watch(room);
  }

  /** @param {Matched} matched */
  function matched({ room, seat }) {
    const shown = ticket.body()?.secret;
    if (shown === undefined) return;
    const left = mySeat(store.state()) !== null && !isOver(store.state());
    entered({ room, seat, url: addressOf(url, room), n: 0 }, shown);
    emit("matched", { room, seat, left });
  }

  /** @param {Snapshot} snapshot */
  function snapshot({ room, at_ms, view, now }) {
    const { place, view: before } = store.state();
    clock.heard(at_ms);
    if (!place) return;
    doubted = false;
    set({ view: fullView(view), now: place.kind === "seat" ? there(now, place.seat) : now });
    placement.recode(room);
    if (before) keepFinished(before);
    placement.forgetLost();
  }

  /** @param {EventFrame} frame */
  function event(frame) {
    clock.heard(frame.at_ms);
    const { place, view: before } = store.state();
    if (!place || !before || frame.seq <= before.seq) return;
    const view = frame.seq === before.seq + 1 ? folded(before, frame) : null;
    if (!view) {
      // After a gap only a snapshot helps; a new connection brings one.
      doubted = true;
      return connection.drop();
    }
    const { now } = store.state();
    const came = frame.type === "joined" || frame.type === "returned";
    set({ view, now: came && now ? there(now, frame.seat) : now });
    placement.recode(frame.room);
    emit("event", { event: frame, before, view });
    keepFinished(before);
    placement.forgetLost();
  }

  /** @param {Now} now */
  function nowIs(now) {
    const { place, now: before } = store.state();
    if (!place) return;
    set({ now });
    const { reaction } = now;
    if (before && reaction && reaction.at_ms !== before.reaction?.at_ms) emit("reaction", { reaction });
  }

  /** Keeps a game that has ended since. @param {FullView} before */
  function keepFinished({ game }) {
    const { place, view } = store.state();
    if (!place || !view?.game || !game || game.over || game.number !== view.game.number) return;
    const record = recordOf(place.room, view);
    if (!record) return;
    const secret = record.id ? placement.secret() : null;
    storage.storeGame({ record, seat: mySeat(store.state()), secrets: secret ? [secret] : [], at: view.at_ms });
  }

  /** This page has no place any more. */
  function forget() {
    placement.leave();
    requests.left();
  }

  /** @param {SessionEvents["gone"]["why"]} why */
  function gone(why) {
    const { place } = store.state();
    if (!place) return;
    placement.forget();
    forget();
    emit("gone", { room: place.room, why });
  }

  /** A seat or a spectator's place could not be resumed. @param {Body} body @param {Refused} why */
  function ownRefused(body, why) {
    if (why.code === "superseded") return connection.stop("superseded");
    const searches = body.type === "quick_match" || body.type === "play";
    const hint = retryIn(why);
    // A server that is about to stop still has its rooms, but brings nobody together.
    if (hint !== null && !(searches && why.code === "shutting_down")) return connection.drop(hint);
    if (!searches) return gone(why.code);
    ticket.end();
    emit("unqueued", { why: why.code === "cannot_play" ? "gone" : why.code });
  }

  /** Forgets the secret of a seat that was refused. @param {Body} body @param {string} refused @param {Refused} why */
  function refusedSeat(body, refused, why) {
    // A resume can be tried again later; a new seat gets a new secret.
    if (body.type !== "resume" || why.code === "no_such_room") storage.forgetSeat(refused);
  }

  return { key, newSecret: placement.newSecret, insist: () => { insists = true; }, up, down, frame, forget, unqueue: ticket.end, peek: peek.want };
}

/**
 * The wait before another attempt, in milliseconds; null for a refusal that stays.
 * @param {Refused} why
 * @returns {number | null}
 */
function retryIn(why) {
  switch (why.code) {
    case "too_fast":
    case "unavailable":
    case "joins_too_fast":
      return why.params.retry_in_ms;
    case "shutting_down":
    case "internal":
      return 0;
    default:
      return null;
  }
}

/** The fold, or null for a damaged event. @param {FullView} view @param {EventFrame} frame */
function folded(view, frame) {
  try {
    return fold(view, frame);
  } catch {
    return null;
  }
}

/** Who has come, or asks, is there: `now` says so up to a second later. @param {Now} now @param {Seat} seat @returns {Now} */
function there(now, seat) {
  const link = now.links[seat];
  return link.state === "away" ? { ...now, links: { ...now.links, [seat]: { ...link, state: "linked" } } } : now;
}

/** A room's address for a friend, from that of the WebSocket. @param {string} socket @param {string} room */
function addressOf(socket, room) {
  return socket.replace(/^ws/, "http").replace(/\/ws$/, `/r/${room}`);
}
