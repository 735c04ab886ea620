// Publishes events at a steady rate, each in a transaction of its own, and records when each was committed.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { publishEvent, createEndpoint } from '@makewhole/server/src/modules/webhooks/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { prepared, transact } from '@makewhole/server/src/platform/db/index.ts';
import { newId } from '@makewhole/server/src/lib/tokens/ids.ts';
import { answerQuestions, sharedNow } from './child.ts';
import type { Endpoint, Question, WriteOrder, Written } from './writer.ts';

const { ctx } = createService('bench-writer', readConfig(process.env, 'worker'));

async function createOne({ host, url }: { host: string; url: string }): Promise<Endpoint> {
  const accountId = newId('inst', new Date());
  const input = { accountId, url, livemode: true, eventTypes: [], payload: 'thin', secretKind: 'standard' } as const;
  const { id, secret } = await createEndpoint(ctx, input);
  return { host, id, accountId, secret };
}

type Commit = { readonly subjectId: string; readonly accountId: string; readonly committedAtMs: number };

async function writeOne(accountId: string): Promise<Commit> {
  const subjectId = `ref_${randomUUID()}`;
  await transact(ctx, async (tx) =>
    publishEvent(tx, {
      audience: 'partner',
      type: 'referral.created',
      accountId,
      subjectId,
      livemode: true,
      thin: { referral: { id: subjectId, status: 'created' } },
      full: {},
    }),
  );
  return { subjectId, accountId, committedAtMs: sharedNow() };
}

async function write({ perSecond, seconds, accounts }: WriteOrder): Promise<Written[]> {
  const startAt = performance.now();
  const writing: Promise<Commit>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const wait = startAt + (turn * 1000) / perSecond - performance.now();
    if (wait > 0) await pause(wait);
    writing.push(writeOne(accounts[turn % accounts.length] ?? ''));
  }
  return withEventIds(await Promise.all(writing));
}

const eventIds = prepared<[subjects: readonly string[]], { id: string; subject_id: string }>(
  'bench.event-ids',
  'select id, subject_id from events.events where subject_id = any($1::text[])',
);

/** The verb does not return the id of its event, so it is read afterwards. */
async function withEventIds(commits: readonly Commit[]): Promise<Written[]> {
  const rows = await ctx.db.many(eventIds(commits.map(({ subjectId }) => subjectId)));
  const bySubject = new Map(rows.map((row) => [row.subject_id, row.id]));
  return commits.map(({ subjectId, accountId, committedAtMs }) => {
    const eventId = bySubject.get(subjectId);
    if (eventId === undefined) throw new Error(`${subjectId} was committed and is not there`);
    return { eventId, accountId, committedAtMs };
  });
}

answerQuestions<Question, unknown>((question) =>
  question.kind === 'write' ? write(question.order) : Promise.all(question.endpoints.map(createOne)),
);
