// The protocol's limits with their defaults, from its schema, as `welcome` carries them. A peer
// holds to message_bytes, ping_ms, dead_ms and spectators; the rest is sent so that its frames are of the
// server's size.

import { readFileSync } from 'node:fs';

const schema = JSON.parse(readFileSync(new URL('../../protocol/schema/oxo.schema.json', import.meta.url), 'utf8'));
const limits = Object.entries(schema.$defs.Limits.properties);

export const LIMITS = Object.freeze(Object.fromEntries(limits.map(([name, limit]) => [name, limit.default])));
