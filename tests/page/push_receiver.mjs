/**
 * A push service with the devices behind it, and a chat, for tests/tests/kept: takes Web Push messages at /ana and /bia, checks
 * who signed them (RFC 8292) and decrypts them (RFC 8291), and calls of a webhook at /chat, whose signature it verifies; all with
 * libraries that are not the server's. Writes the subscriptions and the webhook as its first line, then a line of JSON for each
 * message; a line `status ana 410` makes it answer so from then on.
 *
 *     node push_receiver.mjs CERTIFICATE KEY
 */
import crypto from "node:crypto";
import fs from "node:fs";
import https from "node:https";
import readline from "node:readline";
import ece from "http_ece";
import { Webhook } from "standardwebhooks";

const [certificate, key] = process.argv.slice(2);
const text = (bytes) => Buffer.from(bytes).toString("base64url");

function newDevice() {
  const keys = crypto.createECDH("prime256v1");
  keys.generateKeys();
  const signer = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { keys, signer, auth: crypto.randomBytes(16), status: 201 };
}

const devices = { ana: newDevice(), bia: newDevice() };
const chat = { key: crypto.randomBytes(24), status: 204 };
const receivers = { ...devices, chat };

/** What the header `Authorization` says, once its signature is the device's own. */
function signed(header, { signer }) {
  const { token, shown } = /^vapid t=(?<token>[^,]+), ?k=(?<shown>.+)$/.exec(header).groups;
  const { x, y } = signer.publicKey.export({ format: "jwk" });
  const own = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  if (shown !== text(own)) throw new Error(`another key: ${shown}`);
  const [head, claims, signature] = token.split(".");
  const asked = { key: signer.publicKey, dsaEncoding: "ieee-p1363" };
  if (!crypto.verify("sha256", Buffer.from(`${head}.${claims}`), asked, Buffer.from(signature, "base64url"))) throw new Error("a wrong signature");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

function take(name, request, body) {
  const { headers } = request;
  const { keys, auth } = devices[name];
  const payload = ece.decrypt(body, { version: "aes128gcm", privateKey: keys, authSecret: text(auth) });
  const { ttl, topic, urgency, authorization } = headers;
  return { to: name, payload: JSON.parse(payload.toString()), claims: signed(authorization, devices[name]), ttl: Number(ttl), topic, urgency, encoding: headers["content-encoding"] };
}

/** A call of the webhook, once its signature is right at the server's own time. */
function called({ headers }, body) {
  Date.now = () => 1_000 * Number(headers["webhook-timestamp"]);
  const payload = new Webhook(chat.key.toString("base64")).verify(body, headers);
  return { to: "chat", id: headers["webhook-id"], payload };
}

const server = https.createServer({ cert: fs.readFileSync(certificate), key: fs.readFileSync(key) }, async (request, answer) => {
  const name = request.url.slice(1);
  const parts = [];
  for await (const part of request) parts.push(part);
  let line;
  try {
    const body = Buffer.concat(parts);
    line = name === "chat" ? called(request, body) : take(name, request, body);
  } catch (why) {
    line = { wrong: String(why) };
  }
  answer.writeHead(receivers[name].status).end();
  console.log(JSON.stringify(line));
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  const subscriptions = Object.entries(devices).map(([name, { keys, signer, auth }]) => [name, {
    endpoint: `https://localhost:${port}/${name}`,
    p256dh: text(keys.getPublicKey()),
    auth: text(auth),
    key: signer.privateKey.export({ format: "jwk" }).d,
  }]);
  const webhook = { url: `https://localhost:${port}/chat`, key: text(chat.key) };
  console.log(JSON.stringify({ ...Object.fromEntries(subscriptions), webhook }));
});

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [, name, status] = line.split(" ");
  receivers[name].status = Number(status);
  console.log(JSON.stringify({ status: name }));
}
process.exit();
