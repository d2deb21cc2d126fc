// One room: the rules of noughts and crosses on 3×3, who sits where, and the
// numbered events that tell of it.
//
// Every method that changes a room returns the event's text; one that may not
// be done throws a Refusal. What is undefined or an empty list is left out.

import { LIMITS } from './limits.mjs';
import { briefSettings } from '../../server/web/net/settings.js';

const CELLS = 9;
const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
].map((cells) => ({ cells, bits: cells.reduce((bits, cell) => bits | (1 << cell), 0) }));

const OTHER = { host: 'guest', guest: 'host' };

// Why something was not done. `seq` is the room's last event, if a room decided.
export class Refusal extends Error {
  constructor(code, params, seq) {
    super(code);
    this.code = code;
    this.params = params;
    this.seq = seq;
  }
}

export class Room {
  seq = 0;
  seats = { host: null, guest: null };
  score = { host: 0, guest: 0, draws: 0 };
  game = null;
  offer = null;
  offers = 0;
  spectators = 0;
  ended = false;

  constructor(code, settings, now) {
    this.code = code;
    this.settings = settings;
    this.at = now;
    this.closes = now + LIMITS.room_age_ms;
    const { first } = settings;
    this.nextFirst = first === 'random' ? (Math.random() < 0.5 ? 'host' : 'guest') : first;
  }

  // Event number 1. Nobody is there yet to be told.
  created(name, secret) {
    this.seq = 1;
    this.#sit('host', name ? { name } : { guest: 1 }, secret);
  }

  joined(name, secret, now) {
    const player = name ? { name } : { guest: 2 };
    this.#sit('guest', player, secret);
    return this.#event({ type: 'joined', seat: 'guest', player }, now);
  }

  started(now) {
    const number = (this.game?.number ?? 0) + 1;
    const x = this.nextFirst;
    this.offer = null;
    this.game = {
      number,
      x,
      started: now,
      marked: { X: 0, O: 0 }, // a bit for each cell
      moves: [],
      turn: turn(x, 0, now),
      lines: [],
      noOpenLines: false,
    };
    return this.#event({ type: 'started', game: number, x, turn: nextTurn(this.game.turn) }, now);
  }

  move(seat, { game: number, ply, cell }, now) {
    const game = this.#allowed(seat, number, ply, cell);
    const { marked, moves } = game;
    const mark = seat === game.x ? 'X' : 'O';
    marked[mark] |= 1 << cell;
    moves.push({ cell, mark, at_ms: now });
    this.seats[seat].moved = true;
    game.lines = LINES.filter(({ bits }) => (bits & marked[mark]) === bits).map(({ cells }) => cells);
    game.noOpenLines = LINES.every(({ bits }) => bits & marked.X && bits & marked.O);
    const over = this.#judge(seat);
    const before = game.turn;
    game.turn = over ? undefined : turn(OTHER[seat], moves.length, now);
    const { lines, no_open_lines } = standing(game);
    const event = {
      type: 'moved', game: number, ply, cell,
      turn: over ? undefined : nextTurn(game.turn, before),
      lines, no_open_lines, over, score: over && this.score,
    };
    return this.#event(event, now);
  }

  // An offer that crosses one of the other side is its acceptance.
  offerRematch(seat, number, now) {
    const { offer } = this;
    if (!this.seats.guest) this.#refuse('no_opponent');
    if (!this.game.over) this.#refuse('game_running');
    this.#present(number);
    if (offer?.by === seat) this.#refuse('offer_open', { offer: offer.id });
    if (offer) return this.started(now);
    this.offers += 1;
    this.offer = { id: this.offers, by: seat, kind: 'rematch', deadline_ms: now + LIMITS.offer_ms };
    return this.#event({ type: 'offered', offer: this.offer }, now);
  }

  accept(seat, id, now) {
    if (this.offer?.id !== id) this.#refuse('no_such_offer');
    if (this.offer.by === seat) this.#refuse('own_offer');
    return this.started(now);
  }

  end(now) {
    this.ended = true;
    const running = this.game && !this.game.over;
    const over = { result: 'aborted', reason: 'room_ended', next_first: this.nextFirst };
    return this.#event({ type: 'ended', reason: 'left', over: running ? over : undefined }, now);
  }

  // The whole room, for those who enter it.
  snapshot(now) {
    const { code: room, seq, at: at_ms, settings, seats, score, offer, offers } = this;
    const view = {
      seq, at_ms, settings: briefSettings(settings),
      seats: { host: seatView(seats.host), guest: seatView(seats.guest) },
      score,
      game: this.game ? gameView(this.game) : undefined,
      offer: offer ?? undefined,
      offers: offers || undefined,
      closes_ms: this.closes,
    };
    const links = { host: linkView(seats.host), guest: linkView(seats.guest) };
    const present = { links, spectators: this.spectators };
    return JSON.stringify({ type: 'room', room, seq, at_ms: now, view, now: present });
  }

  // The running game, if the move may be made in it.
  #allowed(seat, number, ply, cell) {
    const { game } = this;
    if (!game || game.over) this.#refuse('no_game');
    this.#present(number, ply);
    if (seat !== game.turn.seat) this.#refuse('not_your_turn');
    if (cell < 0 || cell >= CELLS) this.#refuse('cell_outside', { cell, cells: CELLS });
    if ((game.marked.X | game.marked.O) & (1 << cell)) this.#refuse('cell_taken', { cell });
    return game;
  }

  // Refuses what is about another game or ply than the present.
  #present(number, ply = this.game.moves.length) {
    const { number: game, moves } = this.game;
    if (number !== game || ply !== moves.length) this.#refuse('stale', { game, ply: moves.length });
  }

  // How the game ended, if this seat's move ended it.
  #judge(seat) {
    const { game, score, settings } = this;
    const won = game.lines.length > 0;
    if (!won && game.moves.length < CELLS) return undefined;
    score[won ? seat : 'draws'] += 1;
    if (settings.alternate === 'yes') this.nextFirst = OTHER[game.x];
    const next_first = this.nextFirst;
    game.over = won
      ? { result: 'won', winner: seat, reason: 'line', next_first }
      : { result: 'drawn', reason: 'full', next_first };
    return game.over;
  }

  #sit(seat, player, secret) {
    this.seats[seat] = { player, secret, moved: false };
  }

  #event(event, now) {
    this.seq += 1;
    this.at = now;
    return JSON.stringify({ ...event, room: this.code, seq: this.seq, at_ms: now });
  }

  #refuse(code, params) {
    throw new Refusal(code, params, this.seq);
  }
}

function turn(seat, ply, now) {
  return ply < 2
    ? { seat, since_ms: now, due_ms: now + LIMITS.first_move_ms, limit: 'first_move' }
    : { seat, since_ms: now, due_ms: now + LIMITS.idle_move_ms, limit: 'idle' };
}

// A turn that begins with its event, to who knows the one before.
function nextTurn({ seat, due_ms, limit }, before) {
  return { seat, due_ms, limit: limit === before?.limit ? undefined : limit };
}

function gameView(game) {
  const { number, x, started: started_ms, moves, turn, over } = game;
  const { lines, no_open_lines } = standing(game);
  return { number, x, started_ms, moves: listed(moves), turn, lines, no_open_lines, over };
}

// What the board says of the game, without what it says of nearly every one.
const standing = ({ lines, noOpenLines }) => ({ lines: listed(lines), no_open_lines: noOpenLines || undefined });

const listed = (list) => (list.length > 0 ? list : undefined);
const seatView = (seat) => seat && { player: seat.player, moved: seat.moved || undefined };
const linkView = (seat) => ({ state: seat ? 'linked' : 'away' });
