import type { Lane } from '../delivery/rules.ts';

/** Rows of one queue that are held in memory; the next are read when half of them are gone. */
export const rowsAhead = 64;

/** Until an endpoint has responded, and when it no longer does. */
export const capAtFirst = 2;
export const capWhenFailing = 1;
/** Failures in a row before one attempt at a time is enough. */
export const failuresTolerated = 2;
/** After this many attempts in progress and this long without an answer, the endpoint is silent, and the rest keeps waiting. */
export const silentAfter = { attempts: 2, ms: 1_000 };

export const slotsPerLane: Readonly<Record<Lane, number>> = { live: 200, replay: 20 };
export const busyPollMs = 10;
/** The same as for an idle message queue: an event published after a quiet second waits this long at most. */
export const idlePollMs = 250;
export const failurePauseMs = 250;
/** The precision of a retry's time. */
export const lookEveryMs = 1_000;
/** Queues per reading, and the number of rows in memory beyond which no more are read. */
export const queuesAtOnce = 200;
/** Endpoints that wait to be read again; others wait in line. */
export const staleMax = 500;
export const heldMax = 20_000;
/** An endpoint's address and secrets are read again before an attempt that begins later than this after the last reading. */
export const endpointFreshMs = 100;
