// Publishes events at a steady rate, each in its own transaction, and records the time of each commit.
import { randomUUID } from 'node:crypto';
import { benchPolicy } from '#bench/service/service';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { publishEvent, createEndpoint } from '@makewhole/server/src/modules/webhooks/index.ts';
import type { NewEvent } from '@makewhole/server/src/modules/webhooks/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { prepared, transact } from '@makewhole/server/src/platform/db/index.ts';
import { newId } from '@makewhole/server/src/lib/tokens/ids.ts';
import { answerQuestions, atRate, sharedNow } from '#bench/service/child';
import type { Burst, Endpoint, NewEndpoint, Question, WriteOrder, Written } from './writer.ts';

const { ctx } = createService('bench-writer', readConfig(process.env, 'worker', { policy: benchPolicy }));

async function createOne({ host, url, accountId = newId('inst', new Date()) }: NewEndpoint): Promise<Endpoint> {
  const input = { accountId, url, livemode: true, eventTypes: [], payload: 'thin', secretKind: 'standard' } as const;
  const { id, secret } = await createEndpoint(ctx, input);
  return { host, id, accountId, secret };
}

type Commit = { readonly subjectId: string; readonly accountId: string; readonly committedAtMs: number };

const newEvent = (accountId: string, subjectId: string): NewEvent => ({
  audience: 'partner',
  type: 'referral.created',
  accountId,
  subjectId,
  livemode: true,
  thin: { referral: { id: subjectId, status: 'created' } },
  full: {},
});

const newSubject = (): string => `ref_${randomUUID()}`;

async function writeOne(accountId: string): Promise<Commit> {
  const subjectId = newSubject();
  await transact(ctx, async (tx) => publishEvent(tx, newEvent(accountId, subjectId)));
  return { subjectId, accountId, committedAtMs: sharedNow() };
}

/** Events in one statement, far below the size limit of a database message. */
const perStatement = 500;

const flush = prepared<[], never>('bench.flush', 'select 1 where false');

type Held = { commit(): void; readonly committed: Promise<void> };
let held: Held | undefined;

function hold({ events, accounts }: Burst): Promise<void> {
  const written = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const committed = transact(ctx, async (tx) => {
    for (let done = 0; done < events; done += perStatement) {
      const size = Math.min(perStatement, events - done);
      const account = (place: number) => accounts[(done + place) % accounts.length] ?? '';
      publishEvent(tx, ...Array.from({ length: size }, (_, place) => newEvent(account(place), newSubject())));
      // A read sends the queued writes; otherwise the commit would send and measure all of them.
      await tx.db.many(flush());
    }
    written.resolve();
    await go.promise;
  });
  committed.catch((error: unknown) => written.reject(error));
  held = { commit: () => go.resolve(), committed };
  return written.promise;
}

async function commit(): Promise<void> {
  held?.commit();
  await held?.committed;
}

async function write({ perSecond, seconds, accounts }: WriteOrder): Promise<Written[]> {
  const rate = { everyMs: 1000 / perSecond, count: perSecond * seconds };
  return withEventIds(await atRate(rate, (turn) => writeOne(accounts[turn % accounts.length] ?? '')));
}

const eventIds = prepared<[subjects: readonly string[]], { id: string; subject_id: string }>(
  'bench.event-ids',
  'select id, subject_id from events.events where subject_id = any($1::text[])',
);

/** `publishEvent` does not return the event's id, so it is read afterwards. */
async function withEventIds(commits: readonly Commit[]): Promise<Written[]> {
  const rows = await ctx.db.many(eventIds(commits.map(({ subjectId }) => subjectId)));
  const bySubject = new Map(rows.map((row) => [row.subject_id, row.id]));
  return commits.map(({ subjectId, accountId, committedAtMs }) => {
    const eventId = bySubject.get(subjectId);
    if (eventId === undefined) throw new Error(`${subjectId} was committed and is not there`);
    return { eventId, accountId, committedAtMs };
  });
}

function answer(question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'endpoints':
      return Promise.all(question.endpoints.map(createOne));
    case 'write':
      return write(question.order);
    case 'hold':
      return hold(question.burst);
    case 'commit':
      return commit();
  }
}

answerQuestions<Question, unknown>(answer);
