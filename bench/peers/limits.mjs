// The protocol's limits with their defaults, as `welcome` carries them.
//
// Knows nothing of who holds to them. A peer holds to message_bytes, dead_ms
// and spectators; the rest is sent so that its frames are of the server's size.

export const LIMITS = Object.freeze({
  message_bytes: 4096,
  nesting: 16,
  hello_ms: 5_000,
  ping_ms: 20_000,
  dead_ms: 45_000,
  write_ms: 10_000,
  linger_ms: 2_000,
  commands_per_s: 10,
  commands_burst: 30,
  control_per_s: 10,
  connections: 10_000,
  connections_per_address: 200,
  ungreeted_per_address: 64,
  rooms: 100_000,
  rooms_per_minute: 30,
  failed_joins_per_minute: 10,
  games_per_minute: 120,
  lost_after_ms: 3_000,
  lost_grace_ms: 40_000,
  short_grace_ms: 10_000,
  left_grace_ms: 10_000,
  first_move_ms: 60_000,
  idle_move_ms: 900_000,
  empty_room_ms: 120_000,
  room_age_ms: 86_400_000,
  offer_ms: 30_000,
  offer_cooldown_ms: 10_000,
  spectators: 5_000,
  rtt_credit_ms: 500,
  match_answer_ms: 2_000,
});
