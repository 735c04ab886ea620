/** States of a delivery as people read them. */
export const stateWords = {
  pending: 'waiting',
  succeeded: 'acknowledged',
  exhausted: 'failed',
  canceled: 'canceled',
  skipped: 'skipped',
} as const;

/** Steps of an attempt, in their order. */
export const stepWords = {
  dns: 'DNS lookup',
  connect: 'connected',
  tls: 'TLS handshake',
  firstByte: 'time to first byte',
} as const;
