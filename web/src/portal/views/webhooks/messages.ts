/** States of a delivery as people read them. */
export const stateWords = {
  pending: 'waiting',
  succeeded: 'acknowledged',
  exhausted: 'given up',
  canceled: 'canceled',
  skipped: 'skipped',
} as const;

/** Steps of an attempt, in their order. */
export const stepWords = {
  dns: 'name looked up',
  connect: 'connected',
  tls: 'TLS agreed on',
  firstByte: 'first byte, from the start',
} as const;
