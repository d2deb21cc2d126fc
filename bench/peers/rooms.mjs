// What both peers serve: the protocol's conversation of players and spectators
// in rooms of noughts and crosses on 3×3.
//
// A frame's text goes in, and out comes which texts go to whom. It does less than the server, all of
// it in the peers' favour: nothing is kept on disk, no deadline is held, nobody comes back to a seat (a
// room ends when a player goes), a command's answer is not kept for a repeat;
// there are no other boards, clocks, lists, reactions and `now` frames, no
// limits on how often anything is asked, and unknown fields are ignored.

import { LIMITS } from './limits.mjs';
import { Refusal, Room } from './room.mjs';
import { fullSettings, ROOM_SETTINGS } from '../../server/web/net/settings.js';

const VERSION = 1;
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const SECRET = /^[A-Za-z0-9_-]{22,64}$/;
const NAME_LENGTH = 24;
const NOTHING = Object.freeze([]);
const NONE = Object.freeze({});

// What the commands of a seat need, and what they do.
const COMMANDS = {
  move: {
    check: ({ cell }) => need(Number.isInteger(cell), 'cell', 'expected a whole number'),
    carryOut(room, seat, wish, now) {
      const event = room.move(seat, wish, now);
      return { event, done: { type: 'moved', seq: room.seq } };
    },
  },
  offer: {
    check: ({ kind }) => need(kind === 'rematch', 'kind', 'only a rematch can be offered here'),
    carryOut(room, seat, { game }, now) {
      const event = room.offerRematch(seat, game, now);
      const { seq, offer } = room;
      return { event, done: offer ? { type: 'offered', seq, offer: offer.id } : { type: 'accepted', seq } };
    },
  },
  accept: {
    check: ({ offer }) => need(Number.isInteger(offer), 'offer', 'expected a whole number'),
    carryOut(room, seat, { offer }, now) {
      const event = room.accept(seat, offer, now);
      return { event, done: { type: 'accepted', seq: room.seq } };
    },
  },
};

// A connection, as far as the game is concerned.
export class Member {
  greeted = false;
  name = ''; // empty for a numbered guest
  room = null; // may be one that has ended
  seat = null; // null for a spectator
  n = 0; // the number of the seat's last command

  get playing() {
    return this.seat !== null && !this.room.ended;
  }
}

// All rooms of a server. What `receive` and `leave` return says what to send:
// `own` to the member itself, `others` to everybody else in the room of code
// `room`. The member gets the events of the room `entered` from now on, and
// those of the room `left` no longer.
export class Rooms {
  address = ''; // under which others reach the server, with a slash at its end
  #rooms = new Map();
  #now;

  // `now` tells Unix milliseconds.
  constructor(now = Date.now) {
    this.#now = now;
  }

  // Answers a frame of a member.
  receive(member, text) {
    let request;
    try {
      request = JSON.parse(text);
    } catch {
      return outcome([malformed('not JSON')]);
    }
    if (typeof request?.type !== 'string') return outcome([malformed('no field `type`')]);
    if (!Number.isSafeInteger(request.id) || request.id < 0) return outcome([malformed('no field `id`')]);
    try {
      return this.#answer(member, request);
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      return outcome([refused(request.id, why)]);
    }
  }

  // The member's connection is gone.
  leave(member) {
    const { room, playing } = member;
    if (!playing) {
      this.#unwatch(member);
      return outcome(NOTHING);
    }
    this.#rooms.delete(room.code);
    return outcome(NOTHING, room.code, [room.end(this.#now())]);
  }

  #answer(member, request) {
    const { type } = request;
    if (type === 'hello') return this.#hello(member, request);
    if (!member.greeted) throw new Refusal('hello_first');
    switch (type) {
      case 'move':
      case 'offer':
      case 'accept':
        return this.#command(member, request);
      case 'create_room':
        return this.#create(member, request);
      case 'join_room':
        return this.#join(member, request);
      case 'watch_room':
        return this.#watch(member, request);
      case 'ping':
        return outcome([JSON.stringify({ type: 'pong', id: request.id, data: request.data, at_ms: this.#now() })]);
      default:
        throw new Refusal('unknown_type', { got: type });
    }
  }

  #hello(member, { id, versions, name = '' }) {
    if (member.greeted) throw new Refusal('already_greeted');
    need(Array.isArray(versions), 'versions', 'expected a list of numbers');
    need(typeof name === 'string', 'name', 'expected a string');
    if (!versions.includes(VERSION)) throw new Refusal('version_unsupported', { supported: [VERSION] });
    if (name.length > NAME_LENGTH) throw new Refusal('bad_name', { reason: 'too_long' });
    member.greeted = true;
    member.name = name;
    const welcome = {
      type: 'welcome',
      version: VERSION,
      features: [],
      server: { name: 'oxo-peer', version: '1' },
      name: name || undefined,
      limits: LIMITS,
      at_ms: this.#now(),
      addresses: [this.address],
      promise: { acknowledged: 'memory', games_kept_ms: 0, addresses_logged: false },
    };
    return outcome([reply(id, welcome)]);
  }

  #command(member, request) {
    const { room, seat } = member;
    if (!room || room.ended || codeOf(request.room) !== room.code) throw new Refusal('not_in_room');
    if (seat === null) throw new Refusal('not_seated');
    const { check, carryOut } = COMMANDS[request.type];
    check(request);
    const expected = member.n + 1;
    if (request.n !== expected) throw new Refusal('out_of_order', { expected });
    const { event, done } = carryOut(room, seat, request, this.#now());
    member.n = expected; // a refused command uses none up
    return outcome([event, reply(request.id, done)], room.code, [event]);
  }

  #create(member, request) {
    const { id, secret } = request;
    needSecret(secret);
    const settings = settingsOf(request.settings ?? NONE);
    if (member.playing) return this.#again(member, id, 'created', secret);
    const room = new Room(this.#freshCode(), settings, this.#now());
    this.#rooms.set(room.code, room);
    room.created(member.name, secret);
    return this.#seat(member, room, 'host', id, 'created', NOTHING);
  }

  #join(member, { id, room: code, secret }) {
    needSecret(secret);
    if (member.playing) return this.#again(member, id, 'joined', secret);
    const room = this.#find(code);
    if (room.seats.guest) throw new Refusal('room_full', { may_watch: room.settings.watching !== 'none' });
    const now = this.#now();
    const events = [room.joined(member.name, secret, now), room.started(now)];
    return this.#seat(member, room, 'guest', id, 'joined', events);
  }

  #watch(member, { id, room: code }) {
    if (member.playing) throw new Refusal('already_seated', { room: member.room.code });
    const room = this.#find(code);
    if (room.settings.watching === 'none') throw new Refusal('no_such_room');
    if (room.spectators >= LIMITS.spectators) throw new Refusal('watching_full');
    const left = this.#unwatch(member);
    member.room = room;
    room.spectators += 1;
    const own = [reply(id, { type: 'watching', room: room.code }), room.snapshot(this.#now())];
    return outcome(own, room.code, NOTHING, room.code, left);
  }

  #seat(member, room, seat, id, type, events) {
    const left = this.#unwatch(member);
    member.room = room;
    member.seat = seat;
    member.n = 0;
    return outcome(this.#welcome(member, id, type), room.code, events, room.code, left);
  }

  // The same secret again is the same wish sent twice.
  #again(member, id, type, secret) {
    const { room, seat } = member;
    if (room.seats[seat].secret !== secret) throw new Refusal('already_seated', { room: room.code });
    return outcome(this.#welcome(member, id, type));
  }

  #welcome({ room, seat, n }, id, type) {
    const url = `${this.address}r/${room.code}`;
    return [reply(id, { type, room: room.code, seat, n, url }), room.snapshot(this.#now())];
  }

  // The code of the room that the member was in, if any.
  #unwatch(member) {
    const { room, seat } = member;
    if (!room) return null;
    if (seat === null) room.spectators -= 1;
    member.room = null;
    member.seat = null;
    return room.code;
  }

  #find(code) {
    const room = this.#rooms.get(codeOf(code));
    if (!room) throw new Refusal('no_such_room');
    return room;
  }

  #freshCode() {
    for (;;) {
      const symbols = Array.from(crypto.getRandomValues(new Uint8Array(8)), (bits) => SYMBOLS[bits & 31]);
      const code = withDash(symbols.join(''));
      if (!this.#rooms.has(code)) return code;
    }
  }
}

function outcome(own, room = null, others = NOTHING, entered = null, left = null) {
  return { own, room, others, entered, left };
}

const reply = (id, ok) => JSON.stringify({ type: 'reply', id, ok });
const refused = (id, { code, params, seq }) => JSON.stringify({ type: 'reply', id, error: { code, params, seq } });
const malformed = (detail) => JSON.stringify({ type: 'error', code: 'bad_message', params: { detail } });
const withDash = (symbols) => `${symbols.slice(0, 4)}-${symbols.slice(4)}`;

// The code of a room as people and programs write it.
function codeOf(text) {
  need(typeof text === 'string', 'room', 'expected a string');
  return withDash(text.replace(/[- ]/g, '').toUpperCase());
}

function settingsOf(asked) {
  const settings = fullSettings(asked);
  const { width = 3, height = 3, line = 3 } = settings.rules;
  need(width === 3 && height === 3 && line === 3, 'rules', 'only three in a row on 3 by 3 is played here');
  need(settings.clock.type === 'none', 'clock', 'there are no clocks here');
  need(settings.opens === 'x', 'opens', 'only X makes the first move here');
  for (const [name, range] of Object.entries(ROOM_SETTINGS)) {
    need('value' in range || range.includes(settings[name]), name, `expected one of ${range}`);
  }
  return settings;
}

function needSecret(secret) {
  const fits = typeof secret === 'string' && SECRET.test(secret);
  need(fits, 'secret', 'expected 22 to 64 characters of base64url');
}

function need(holds, field, detail) {
  if (!holds) throw new Refusal('bad_field', { field, detail });
}
