// The peers' rules and rooms, without a socket.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Member, Rooms } from './rooms.mjs';

const NOW = 1_795_229_000_000;
const DRAWN = [4, 0, 2, 6, 3, 5, 1, 7, 8];
const SECRETS = { host: 'q83vASNFZ4mrze8BI0VniQ', guest: '7u3MqogzVRHdu6qZiHdmVQ' };

// Two players in a room, and what each was sent.
class Table {
  rooms = new Rooms(() => NOW);
  host = this.greeted();
  guest = this.greeted();
  #ids = 1;
  #ns = new Map();

  constructor(wanted = {}) {
    const created = this.ask(this.host, {
      type: 'create_room', settings: { first: 'host', ...wanted }, secret: SECRETS.host,
    });
    this.code = created.own[0].ok.room;
    this.joined = this.ask(this.guest, { type: 'join_room', room: this.code, secret: SECRETS.guest });
  }

  greeted() {
    const member = new Member();
    const { own: [welcome] } = parsed(this.rooms.receive(member, '{"type":"hello","id":1,"versions":[1]}'));
    assert.equal(welcome.ok.type, 'welcome');
    return member;
  }

  ask(member, request) {
    this.#ids += 1;
    return parsed(this.rooms.receive(member, JSON.stringify({ id: this.#ids, ...request })));
  }

  command(member, wish) {
    const n = (this.#ns.get(member) ?? 0) + 1;
    const done = this.ask(member, { room: this.code, n, ...wish });
    if (!done.own.at(-1).error) this.#ns.set(member, n);
    return done;
  }

  // Plays the cells in turn from the host's first; what the last one led to.
  play(game, cells) {
    const moves = cells.map((cell, ply) =>
      this.command(ply % 2 ? this.guest : this.host, { type: 'move', game, ply, cell }));
    return moves.at(-1);
  }
}

function parsed({ own, others, ...rest }) {
  return { own: own.map((text) => JSON.parse(text)), others: others.map((text) => JSON.parse(text)), ...rest };
}

function refusal({ own, others }) {
  assert.deepEqual(others, []);
  assert.equal(own.length, 1);
  return own[0].error;
}

test('who joins gets the room, and the other the two events that made it', () => {
  const { joined: { own, others, room, entered }, code } = new Table();
  assert.deepEqual(own.map(({ type }) => type), ['reply', 'room']);
  assert.deepEqual(others.map(({ seq, type }) => [seq, type]), [[2, 'joined'], [3, 'started']]);
  assert.deepEqual([room, entered], [code, code]);
  const [{ ok }, snapshot] = own;
  assert.deepEqual([ok.type, ok.seat, ok.n], ['joined', 'guest', 0]);
  assert.equal(snapshot.seq, 3);
  assert.deepEqual(snapshot.view.game.turn.seat, 'host');
  assert.deepEqual(snapshot.view.seats.host.player, { guest: 1 });
  assert.ok(!JSON.stringify(snapshot).includes(SECRETS.host));
});

test('a drawn game ends with its ninth move, and a rematch follows', () => {
  const table = new Table({ alternate: 'fixed' });
  const { own: [event, reply], others } = table.play(1, DRAWN);
  assert.deepEqual(others, [event]);
  assert.deepEqual([event.seq, event.turn, event.no_open_lines], [12, undefined, true]);
  assert.deepEqual(event.score, { host: 0, guest: 0, draws: 1 });
  assert.deepEqual(event.over, { result: 'drawn', reason: 'full', next_first: 'host' });
  assert.deepEqual(reply.ok, { type: 'moved', seq: 12 });

  const offered = table.command(table.host, { type: 'offer', game: 1, kind: 'rematch' });
  assert.deepEqual(offered.own[1].ok, { type: 'offered', seq: 13, offer: 1 });
  const accepted = table.command(table.guest, { type: 'accept', offer: 1 });
  assert.deepEqual(accepted.own[1].ok, { type: 'accepted', seq: 14 });
  const { type, game, x } = accepted.others[0];
  assert.deepEqual([type, game, x], ['started', 2, 'host']);
  assert.equal(table.play(2, DRAWN).own[1].ok.seq, 23);
});

test('no line is open once each has both marks in it, and not before', () => {
  const noOpenLines = (cells) => new Table().play(1, cells).own[0].no_open_lines ?? false;
  assert.deepEqual([noOpenLines(DRAWN.slice(0, 8)), noOpenLines(DRAWN)], [false, true]);
  const early = [0, 1, 2, 4, 3, 5, 7, 6, 8];
  assert.deepEqual([noOpenLines(early.slice(0, 7)), noOpenLines(early.slice(0, 8))], [false, true]);
});

test('three in a row win, with every line that the move completed', () => {
  const table = new Table();
  const { own: [event], others } = table.play(1, [0, 1, 2, 3, 6, 5, 8, 7, 4]);
  assert.deepEqual(others[0], event);
  assert.deepEqual(event.lines, [[0, 4, 8], [2, 4, 6]]);
  assert.equal(event.turn, undefined);
  assert.deepEqual(event.score, { host: 1, guest: 0, draws: 0 });
  assert.deepEqual(event.over, { result: 'won', winner: 'host', reason: 'line', next_first: 'guest' });

  const late = table.command(table.guest, { type: 'move', game: 1, ply: 9, cell: 0 });
  assert.equal(refusal(late).code, 'no_game');
});

test('the side that did not begin can win as well', () => {
  const { own: [event] } = new Table().play(1, [0, 3, 1, 4, 8, 5]);
  assert.deepEqual([event.over.winner, event.lines], ['guest', [[3, 4, 5]]]);
});

test('a move that may not be made is refused, changes nothing and uses up no number', () => {
  const table = new Table();
  table.play(1, [4]);
  const move = (member, wish) => refusal(table.command(member, { type: 'move', game: 1, ply: 1, cell: 0, ...wish }));
  assert.deepEqual(move(table.guest, { cell: 4 }), { code: 'cell_taken', params: { cell: 4 }, seq: 4 });
  assert.deepEqual(move(table.guest, { cell: 9 }), { code: 'cell_outside', params: { cell: 9, cells: 9 }, seq: 4 });
  assert.deepEqual(move(table.guest, { ply: 2 }), { code: 'stale', params: { game: 1, ply: 1 }, seq: 4 });
  assert.deepEqual(move(table.host, {}), { code: 'not_your_turn', seq: 4 });
  const skipped = table.ask(table.guest, { type: 'move', room: table.code, n: 9, game: 1, ply: 1, cell: 0 });
  assert.deepEqual(refusal(skipped), { code: 'out_of_order', params: { expected: 1 } });
  assert.equal(move(table.guest, { room: 'K7QX-4MTR' }).code, 'not_in_room');
  const done = table.command(table.guest, { type: 'move', game: 1, ply: 1, cell: 0 });
  assert.deepEqual(done.own[1].ok, { type: 'moved', seq: 5 });
});

test('a spectator gets the room as it stands, may not play, and is counted', () => {
  const table = new Table();
  table.play(1, [4, 0]);
  const watcher = table.greeted();
  const { own: [reply, snapshot], others, entered } = table.ask(watcher, { type: 'watch_room', room: table.code });
  assert.deepEqual(reply.ok, { type: 'watching', room: table.code });
  assert.deepEqual([snapshot.seq, snapshot.now.spectators, entered], [5, 1, table.code]);
  assert.deepEqual(snapshot.view.game.moves.map(({ cell, mark }) => [cell, mark]), [[4, 'X'], [0, 'O']]);
  assert.deepEqual(others, []);
  assert.equal(refusal(table.ask(watcher, { type: 'move', room: table.code, n: 1, game: 1, ply: 2, cell: 1 })).code, 'not_seated');

  const elsewhere = new Table();
  assert.equal(refusal(elsewhere.ask(watcher, { type: 'watch_room', room: table.code })).code, 'no_such_room');
  table.rooms.leave(watcher);
  assert.equal(table.ask(table.greeted(), { type: 'watch_room', room: table.code }).own[1].now.spectators, 1);
});

test('a third player finds the room full, and a player has one seat at a time', () => {
  const table = new Table();
  const secret = 'ESIzRFVmd4iZqrvM3e7_AA';
  const third = table.ask(table.greeted(), { type: 'join_room', room: table.code, secret });
  assert.deepEqual(refusal(third), { code: 'room_full', params: { may_watch: true } });
  const second = table.ask(table.host, { type: 'create_room', secret });
  assert.deepEqual(refusal(second), { code: 'already_seated', params: { room: table.code } });
  const again = table.ask(table.host, { type: 'create_room', secret: SECRETS.host });
  assert.deepEqual([again.own[0].ok.room, again.entered], [table.code, null]);
});

test('a room ends when a player goes', () => {
  const table = new Table();
  const { room, others: [text] } = table.rooms.leave(table.guest);
  const { seq, type, over } = JSON.parse(text);
  assert.deepEqual([room, seq, type, over.result], [table.code, 4, 'ended', 'aborted']);
  assert.equal(refusal(table.command(table.host, { type: 'move', game: 1, ply: 0, cell: 0 })).code, 'not_in_room');
  const anew = table.ask(table.host, { type: 'create_room', secret: SECRETS.host });
  assert.deepEqual([anew.own[0].ok.type, anew.left], ['created', table.code]);
});

test('what is no request is answered and does no harm', () => {
  const table = new Table();
  for (const text of ['', 'null', '[]', '7', '{"id":1}', '{"type":"ping"}', '{"type":"ping","id":-1}']) {
    const { own: [frame] } = parsed(table.rooms.receive(table.host, text));
    assert.deepEqual([frame.type, frame.code], ['error', 'bad_message'], text);
  }
  const code = (request) => refusal(table.ask(table.greeted(), request)).code;
  assert.equal(code({ type: 'dance' }), 'unknown_type');
  assert.equal(code({ type: 'join_room', room: 7, secret: SECRETS.host }), 'bad_field');
  assert.equal(code({ type: 'join_room', room: table.code }), 'bad_field');
  assert.equal(code({ type: 'create_room', settings: { first: 7 }, secret: SECRETS.host }), 'bad_field');
  assert.equal(refusal(table.command(table.host, { type: 'move', game: 1, ply: 0, cell: '4' })).code, 'bad_field');
  const pong = parsed(table.rooms.receive(new Member(), '{"type":"ping","id":1}')).own[0];
  assert.equal(pong.error.code, 'hello_first');
  const { own } = table.ask(table.host, { type: 'ping', id: 8, data: [1] });
  assert.deepEqual(own, [{ type: 'pong', id: 8, data: [1], at_ms: NOW }]);
});
