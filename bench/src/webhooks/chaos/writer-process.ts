// Makes partner events as a partner's request would: a change and its event in one transaction, which commits or, one
// time in five, is rolled back after everything was sent. The result of each is recorded here.
import { appendFileSync } from 'node:fs';
import { benchPolicy } from '#bench/service/service';
import { setTimeout as pause } from 'node:timers/promises';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { publishEvent } from '@makewhole/server/src/modules/webhooks/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { transact, type Query } from '@makewhole/server/src/platform/db/index.ts';
import { answerQuestions } from '#bench/service/child';
import type { WriterCounts, WriterQuestion } from './stage.ts';

const lanes = 3;
/**
 * About ten changes a second, each for several endpoints. Claims of dead workers occupy slots of each endpoint for 30
 * s.
 */
const pauseMs = 250;
/** While the database is unavailable. */
const retryMs = 250;
const rollbackShare = 0.2;

const [book = '', ...institutions] = process.argv.slice(2);
const { ctx } = createService('makewhole-writer', readConfig(process.env, 'worker', { policy: benchPolicy }));
const counts: WriterCounts = { committed: 0, rolledBack: 0, unknown: 0 };
const stopping = new AbortController();

class ChangedMind extends Error {}

const insertChange = (subjectId: string, accountId: string): Query<never> => ({
  text: "insert into fault.changes (subject_id, account_id, type) values ($1, $2, 'referral.created')",
  values: [subjectId, accountId],
});

/** A read sends the queued writes, so a later rollback happens after they reached the database. */
const anything: Query<unknown> = { text: 'select 1', values: [] };

async function change(accountId: string, subjectId: string): Promise<void> {
  await transact(ctx, async (tx) => {
    tx.db.write(insertChange(subjectId, accountId));
    publishEvent(tx, {
      audience: 'partner',
      type: 'referral.created',
      accountId,
      subjectId,
      livemode: true,
      thin: { referral: { id: subjectId, status: 'invited' } },
      full: { referral: { id: subjectId, status: 'invited', status_label: 'Invited' } },
    });
    if (Math.random() >= rollbackShare) return;
    await tx.db.many(anything);
    throw new ChangedMind();
  });
}

async function writeOn(lane: number): Promise<void> {
  for (let turn = lane; !stopping.signal.aborted; turn += 1) {
    const subjectId = `sub_${crypto.randomUUID()}`;
    try {
      await change(institutions[turn % institutions.length] ?? '', subjectId);
      counts.committed += 1;
      appendFileSync(book, `${JSON.stringify({ subjectId, type: 'referral.created' })}\n`);
      await pause(pauseMs);
    } catch (error) {
      counts[error instanceof ChangedMind ? 'rolledBack' : 'unknown'] += 1;
      await pause(error instanceof ChangedMind ? pauseMs : retryMs);
    }
  }
}

let writing: Promise<unknown> | undefined;

answerQuestions<WriterQuestion, WriterCounts>(async (question) => {
  if (question === 'begin') writing = Promise.all(Array.from({ length: lanes }, (_, lane) => writeOn(lane)));
  if (question === 'stop') {
    stopping.abort();
    await writing;
  }
  return counts;
});
