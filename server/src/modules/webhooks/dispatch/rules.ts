import type { Lane } from '../delivery/rules.ts';

/** Rows of one queue that are held in memory; the next are read when half of them are gone. */
export const rowsAhead = 64;

/** Until an endpoint has answered, and when it no longer does. */
export const capAtFirst = 2;
export const capWhenFailing = 1;
/** Failures in a row before one attempt at a time is enough. */
export const failuresTolerated = 2;
/** So many attempts under way and so long without an answer: the endpoint is silent, and what else waits goes on waiting. */
export const silentAfter = { attempts: 2, ms: 1_000 };

export const slotsPerLane: Readonly<Record<Lane, number>> = { live: 200, replay: 20 };
export const busyPollMs = 10;
/** As long as an idle queue of messages: what is published after a quiet second waits so long at most. */
export const idlePollMs = 250;
export const failurePauseMs = 250;
/** How exactly the time of a retry is kept. */
export const lookEveryMs = 1_000;
/** Queues of one reading, and rows in memory beyond which no more are read. */
export const queuesAtOnce = 200;
/** Endpoints that wait to be read again; others wait in line. */
export const staleMax = 500;
export const heldMax = 20_000;
/** An endpoint's address and secrets are read again before an attempt that begins later than this after the last reading. */
export const endpointFreshMs = 100;
