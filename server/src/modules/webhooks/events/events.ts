import type { Ctx, Tx } from '#context';
import { firstIdAt, newId } from '#lib/tokens/ids';
import { isConnectionLost, partitionsOverdueSince, transact } from '#platform/db';
import { pause, type Loop } from '#platform/jobs';
import { eventMetrics } from './metrics.ts';
import {
  computeEnvelopes,
  computeSetMiddle,
  eventDays,
  type Envelopes,
  type EventSetHead,
  type NewEvent,
} from './rules.ts';
import {
  deleteLongWriters,
  enterEra,
  insertEra,
  insertEvents,
  insertLongWriter,
  updatePaused,
  updateResumed,
  type Era,
  type EventRow,
} from './store.ts';

/** Long enough for a request, not for a roster, because others queue behind the lock. */
const lockWithin = { text: "set local lock_timeout = '5s'", values: [] };

/**
 * Begins an epoch after a restore and pauses the workers. A reader whose cursor is beyond the restored point
 * continues with the first event of the new epoch.
 */
export const beginEra = (ctx: Ctx): Promise<Era> =>
  transact(ctx, async (tx) => {
    tx.db.write(lockWithin);
    return insertEra(tx.db);
  });

/** The first parameters of a statement that holds `insertEventSet`. */
export type EventSetValues = [accountId: string, livemode: boolean, at: Date, idHead: string, middle: string];

export function computeEventSetValues(tx: Tx, head: EventSetHead): EventSetValues {
  const at = tx.clock.now();
  return [head.accountId, head.livemode, at, firstIdAt('evt', at), computeSetMiddle(head, at)];
}

/** An event as stored, with the text for endpoints that take full payloads. */
export type EmittedEvent = EventRow & Envelopes & { readonly audience: NewEvent['audience'] };

/** Writes events to the log in the transaction of the change they report; returns the written events. */
export function emit(tx: Tx, ...events: readonly NewEvent[]): readonly EmittedEvent[] {
  if (events.length === 0) return [];
  const at = tx.clock.now();
  const rows = events.map((event) => toRow(event, at));
  insertEvents(tx.db, rows);
  return rows;
}

function toRow(event: NewEvent, at: Date): EmittedEvent {
  const id = newId('evt', at);
  return {
    id,
    at,
    type: event.type,
    audience: event.audience,
    accountId: event.accountId ?? null,
    subjectId: event.subjectId,
    livemode: event.livemode,
    ...computeEnvelopes(id, event, at),
  };
}

/** Since when maintenance of the partitions has been overdue. */
export const findEventsOverdueSince = (ctx: Ctx): Promise<Date | undefined> =>
  partitionsOverdueSince(ctx.db, eventDays, ctx.clock.now());

/**
 * Declares, before a long transaction writes events, that it writes those of one account only. Readers of the log wait
 * for open transactions (D-131); readers of other accounts then need not wait for this one.
 */
export async function registerLongWriter(ctx: Ctx, tx: Tx, accountId: string): Promise<void> {
  const [own] = await tx.db.many<{ id: string }>({ text: 'select pg_current_xact_id()::text as id', values: [] });
  if (own === undefined) throw new Error('a transaction has an id');
  // On another connection, so that it is visible while the transaction is still open. An epoch begun by a long
  // transaction would block all others until its end.
  await enterEra(ctx.db);
  await insertLongWriter(ctx.db, own.id, accountId);
  await deleteLongWriters(ctx.db);
}

/** Resumes workers after a restore; false when they were not paused. */
export const resumeWork = (ctx: Ctx): Promise<boolean> =>
  transact(ctx, async (tx) => (await updateResumed(tx.db)) !== undefined);

type PauseWatch = Loop & {
  /** Whether work must wait until an operator has checked a restored database. Unknown counts as yes. */
  isPaused(): boolean;
  /** Resolves after the first answer of the database. */
  readonly known: Promise<void>;
};

/** How soon workers follow `makewhole recovery begin` and `makewhole recovery finish`. */
const askEveryMs = 1_000;
const reportEveryMs = 60_000;

/**
 * Polls whether work is paused. Polling enters the epoch, so a worker that starts on a copy of the database in
 * another cluster is paused before it has sent anything.
 */
export function watchPause({ db, log, metrics }: Pick<Ctx, 'db' | 'log' | 'metrics'>): PauseWatch {
  const stopping = new AbortController();
  const known = Promise.withResolvers<void>();
  let paused: boolean | undefined;
  let reportedAt = -Infinity;
  const report = (era: string): void => {
    metrics.of(eventMetrics).paused.set(paused === true ? 1 : 0);
    if (paused === true && performance.now() - reportedAt >= reportEveryMs) {
      log.error({ era }, 'events.paused');
      reportedAt = performance.now();
    }
    if (paused === false && reportedAt > 0) {
      log.info({ era }, 'events.resumed');
      reportedAt = -Infinity;
    }
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const era = await enterEra(db);
        ({ paused } = era);
        report(era.era);
        known.resolve();
      } catch (error) {
        // A database that was unavailable may be a restored one when it returns.
        if (isConnectionLost(error)) paused = undefined;
        log.warn({ err: error }, 'events.era-unknown');
      }
      await pause(askEveryMs, stopping.signal);
    }
  })();
  return {
    isPaused: () => paused !== false,
    known: known.promise,
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

/** Workers ask once a second whether work is paused. */
const followMs = 2_000;

/** Runs while the workers of this database are paused. If work was already paused, it stays paused afterward. */
export async function withWorkPaused<Result>(ctx: Ctx, run: () => Promise<Result>): Promise<Result> {
  await enterEra(ctx.db);
  const paused = await transact(ctx, (tx) => updatePaused(tx.db));
  if (paused === undefined) return run();
  try {
    await pause(followMs, new AbortController().signal);
    return await run();
  } finally {
    await transact(ctx, (tx) => updateResumed(tx.db));
  }
}
