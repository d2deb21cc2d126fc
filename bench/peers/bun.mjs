// The first peer: Bun's own server, its WebSockets and its topics.
//
//     bun bun.mjs [PORT]
//
// What a handler sends on its own socket leaves in one write; a room's events go to its topic, whose
// sender is left out.

import { LIMITS } from './limits.mjs';
import { Member, Rooms } from './rooms.mjs';

// Bytes that may wait for a client; more means that it reads nothing.
const WAITING_BYTES = 1 << 20;

const rooms = new Rooms();

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.argv[2] ?? 0),
  development: false,
  fetch(request, server) {
    const { pathname } = new URL(request.url);
    if (pathname !== '/ws') return new Response('not found', { status: 404 });
    if (server.upgrade(request, { data: new Member() })) return undefined;
    return new Response('a WebSocket is expected here', { status: 426 });
  },
  websocket: {
    perMessageDeflate: false,
    maxPayloadLength: LIMITS.message_bytes,
    backpressureLimit: WAITING_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: LIMITS.dead_ms / 1000, // in seconds; pings are sent before it
    sendPings: true,
    message(socket, message) {
      if (typeof message !== 'string') return socket.close(1003);
      const { own, room, others, entered, left } = rooms.receive(socket.data, message);
      if (left) socket.unsubscribe(left);
      if (entered) socket.subscribe(entered);
      for (const text of own) socket.send(text);
      for (const text of others) socket.publish(room, text);
    },
    close(socket) {
      const { room, others } = rooms.leave(socket.data);
      for (const text of others) server.publish(room, text);
    },
  },
});

rooms.address = `http://127.0.0.1:${server.port}/`;
console.error(`listening on 127.0.0.1:${server.port}`);
