// The second peer: Node with the `ws` package, and a loop over a room's members.
//
//     node node.mjs [PORT]
//
// What a frame leads to on the socket it came by leaves in one write. `ws` sets TCP_NODELAY.

import { WebSocketServer } from 'ws';

import { LIMITS } from './limits.mjs';
import { Member, Rooms } from './rooms.mjs';

// Bytes that may wait for a client; more means that it reads nothing.
const WAITING_BYTES = 1 << 20;

const rooms = new Rooms();
const audiences = new Map(); // code of a room → the sockets in it

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: Number(process.argv[2] ?? 0),
  path: '/ws',
  perMessageDeflate: false,
  maxPayload: LIMITS.message_bytes,
});

server.on('connection', (socket, request) => {
  const stream = request.socket;
  const member = new Member();
  socket.alive = true;
  socket.on('pong', () => (socket.alive = true));
  socket.on('error', () => {}); // `close` follows
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003);
    socket.alive = true;
    const { own, room, others, entered, left } = rooms.receive(member, data.toString());
    if (left) forget(left, socket);
    if (entered) audience(entered).add(socket);
    stream.cork();
    for (const text of own) send(socket, text);
    stream.uncork();
    publish(room, others, socket);
  });
  socket.on('close', () => {
    const code = member.room?.code;
    const { room, others } = rooms.leave(member);
    if (code) forget(code, socket);
    publish(room, others, socket);
  });
});

server.on('listening', () => {
  const { port } = server.address();
  rooms.address = `http://127.0.0.1:${port}/`;
  console.error(`listening on 127.0.0.1:${port}`);
});

setInterval(() => {
  for (const socket of server.clients) {
    if (!socket.alive) {
      socket.terminate();
      continue;
    }
    socket.alive = false;
    socket.ping();
  }
}, LIMITS.ping_ms);

// Sends to everybody in the room but one. A text is made bytes once for all.
function publish(room, texts, except) {
  for (const text of texts) {
    const bytes = Buffer.from(text);
    for (const socket of audiences.get(room) ?? []) {
      if (socket !== except) send(socket, bytes);
    }
  }
}

function send(socket, data) {
  if (socket.bufferedAmount > WAITING_BYTES) return socket.terminate();
  socket.send(data, { binary: false });
}

function audience(room) {
  let sockets = audiences.get(room);
  if (!sockets) audiences.set(room, (sockets = new Set()));
  return sockets;
}

function forget(room, socket) {
  const sockets = audiences.get(room);
  sockets?.delete(socket);
  if (sockets?.size === 0) audiences.delete(room);
}
