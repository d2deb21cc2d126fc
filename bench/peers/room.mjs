// One room: the rules of noughts and crosses on 3×3, who sits where, and the
// numbered events that tell of it.
//
// Knows nothing of connections or of other rooms. Every method that changes a
// room returns the event's text; one that may not be done throws a Refusal.

import { LIMITS } from './limits.mjs';

const CELLS = 9;
const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
].map((cells) => ({ cells, bits: cells.reduce((bits, cell) => bits | (1 << cell), 0) }));
const NO_LINES = Object.freeze([]);

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
    this.nextX = first === 'random' ? (Math.random() < 0.5 ? 'host' : 'guest') : first;
  }

  // Event number 1. Nobody is there yet to be told.
  created(name, secret) {
    this.seq = 1;
    this.#sit('host', name ? { name } : { guest: 1 }, secret);
  }

  joined(name, secret, now) {
    const player = name ? { name } : { guest: 2 };
    this.#sit('guest', player, secret);
    return this.#event({ type: 'joined', seat: 'guest', player, score: this.score }, now);
  }

  started(now) {
    const number = (this.game?.number ?? 0) + 1;
    const x = this.nextX;
    this.offer = null;
    this.game = {
      number,
      x,
      started: now,
      marked: { X: 0, O: 0 }, // a bit for each cell
      moves: [],
      turn: turn(x, 0, now),
      lines: NO_LINES,
      dead: false,
      over: null,
    };
    return this.#event({ type: 'started', game: number, x, clocks: null, turn: this.game.turn }, now);
  }

  move(seat, { game: number, ply, cell }, now) {
    const game = this.#allowed(seat, number, ply, cell);
    const { marked, moves } = game;
    const mark = seat === game.x ? 'X' : 'O';
    marked[mark] |= 1 << cell;
    moves.push({ cell, mark, at_ms: now });
    this.seats[seat].moved = true;
    game.lines = LINES.filter(({ bits }) => (bits & marked[mark]) === bits).map(({ cells }) => cells);
    game.dead = LINES.every(({ bits }) => bits & marked.X && bits & marked.O);
    const over = this.#judge(seat);
    game.turn = over ? null : turn(OTHER[seat], moves.length, now);
    const event = {
      type: 'moved', game: number, ply, seat, mark, cell,
      credit_ms: 0, clocks: null, turn: game.turn, lines: game.lines, dead: game.dead, over,
    };
    return this.#event(event, now);
  }

  // An offer that crosses one of the other side is its acceptance.
  offerRematch(seat, now) {
    const { offer } = this;
    if (!this.seats.guest) this.#refuse('no_opponent');
    if (!this.game.over) this.#refuse('game_running');
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
    const over = { result: 'aborted', how: 'room_ended', score: this.score, next_x: this.nextX };
    return this.#event({ type: 'ended', why: 'left', over: running ? over : undefined }, now);
  }

  // The whole room, for whoever enters it.
  snapshot(now) {
    const { code: room, seq, at: at_ms, settings, seats, score, offer, offers } = this;
    const view = {
      seq, at_ms, settings,
      seats: { host: seatView(seats.host), guest: seatView(seats.guest) },
      score,
      game: this.game && gameView(this.game),
      offer, offers, closes_ms: this.closes, empty_until_ms: null, ended: null,
    };
    const links = { host: linkView(seats.host), guest: linkView(seats.guest) };
    const present = { links, spectators: this.spectators, reaction: null };
    return JSON.stringify({ type: 'room', room, seq, at_ms: now, view, now: present });
  }

  // The running game, if the move may be made in it.
  #allowed(seat, number, ply, cell) {
    const { game } = this;
    if (!game || game.over) this.#refuse('no_game');
    const made = game.moves.length;
    if (number !== game.number || ply !== made) this.#refuse('stale', { game: game.number, ply: made });
    if (seat !== game.turn.seat) this.#refuse('not_your_turn');
    if (cell < 0 || cell >= CELLS) this.#refuse('cell_outside', { cell, cells: CELLS });
    if ((game.marked.X | game.marked.O) & (1 << cell)) this.#refuse('cell_taken', { cell });
    return game;
  }

  // How the game ended, if this seat's move ended it.
  #judge(seat) {
    const { game, score, settings } = this;
    const won = game.lines.length > 0;
    if (!won && game.moves.length < CELLS) return undefined;
    score[won ? seat : 'draws'] += 1;
    if (settings.alternate === 'yes') this.nextX = OTHER[game.x];
    const counted = { score: { ...score }, next_x: this.nextX };
    game.over = won
      ? { result: 'won', winner: seat, how: 'line', ...counted }
      : { result: 'drawn', how: 'full', ...counted };
    return game.over;
  }

  #sit(seat, player, secret) {
    this.seats[seat] = { player, secret, moved: false };
  }

  #event(event, now) {
    this.seq += 1;
    this.at = now;
    return JSON.stringify({ type: 'event', room: this.code, seq: this.seq, at_ms: now, event });
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

function gameView({ number, x, started: started_ms, moves, turn, lines, dead, over }) {
  return { number, x, started_ms, first_clocks: null, clocks: null, moves, turn, lines, dead, over };
}

const seatView = (seat) => seat && { player: seat.player, lost: null, may_offer_ms: null, moved: seat.moved };
const linkView = (seat) => ({ state: seat ? 'linked' : 'away' });
