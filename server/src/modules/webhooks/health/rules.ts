import type { Limit } from '#platform/limits';

/** A time for people, to the minute: 2026-11-15 12:00 UTC. */
export const describeMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What a message to an institution about one of its endpoints says. */
export const warningPurposes = {
  endpointFailing: 'webhooks.endpoint-failing',
  deliveriesExhausted: 'webhooks.deliveries-exhausted',
} as const;

/** How long an endpoint fails before its institution is told (D-129). */
export const warnAfterHours = 6;

/** Exhausted deliveries are notified at most once in this time, however many there are. */
export const exhaustedPauseHours = 24;

/** Tests of one endpoint: more than anybody needs who reads each result, fewer than would burden a receiver. */
export const testsPerMinute: Limit = { name: 'webhook_tests', points: 10, windowS: 60, whenStoreIsGone: 'let through' };
