import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import type { Result } from '#platform/jobs';
import type { MessageOutcome } from './attempt-message.ts';
import type { MessageSources } from './message-facts.ts';
import { nextAttemptAt } from '../rules.ts';
import { updateFinished, type ClaimedMessage, type EndedMessage, type FinishedMessage } from './message-store.ts';

type Batch = {
  readonly worker: string;
  readonly results: readonly Result<ClaimedMessage, MessageOutcome>[];
  readonly sources: Partial<MessageSources>;
};

/** The reason for a message whose customer is on the list: as intended, so its source is not notified of a failure. */
const suppressed = 'suppressed';

/** Records a batch of outcomes and runs the reactions to them, in one transaction. */
export async function finishMessages(ctx: Ctx, { worker, results, sources }: Batch): Promise<void> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const rows = results.map((result) => toFinished(result, now));
    const ended = await updateFinished(tx.db, { worker, now, rows });
    const sent = ended.filter(({ state }) => state === 'sent');
    const failed = ended.filter(({ state, last_failure: failure }) => state === 'failed' && failure !== suppressed);
    await notifySources(tx, sent, (purpose) => sources[purpose]?.sent);
    await notifySources(tx, failed, (purpose) => sources[purpose]?.failed);
  });
}

type FindReaction = (
  purpose: EndedMessage['purpose'],
) => ((tx: Tx, subjectIds: readonly string[]) => Promise<void>) | undefined;

async function notifySources(tx: Tx, ended: readonly EndedMessage[], find: FindReaction): Promise<void> {
  for (const [purpose, messages] of Map.groupBy(ended, (message) => message.purpose)) {
    await find(purpose)?.(tx, [...new Set(messages.map((message) => message.subject_id))]);
  }
}

function toFinished({ row, outcome }: Result<ClaimedMessage, MessageOutcome>, now: Date): FinishedMessage {
  const common = { id: row.id, attempt: row.attempt, dueAt: null, failure: null, providerId: null };
  if (outcome.kind === 'sent') return { ...common, state: 'sent', providerId: outcome.providerId ?? null };
  if (outcome.kind === 'not_configured' || outcome.kind === 'withdrawn') return { ...common, state: outcome.kind };
  if (outcome.kind === 'suppressed') return { ...common, state: 'failed', failure: suppressed };
  const dueAt = outcome.kind === 'unavailable' ? nextAttemptAt(row.attempt, now) : undefined;
  if (dueAt === undefined) return { ...common, state: 'failed', failure: outcome.failure };
  return { ...common, state: 'waiting', dueAt, failure: outcome.failure };
}
