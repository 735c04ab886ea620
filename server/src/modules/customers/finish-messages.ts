import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import type { Result } from '#platform/jobs';
import type { MessageOutcome } from './attempt-message.ts';
import type { MessageOwners } from './message-owners.ts';
import { nextAttemptAt } from './rules.ts';
import { updateFinished, type ClaimedMessage, type EndedMessage, type FinishedMessage } from './store.ts';

type Batch = {
  readonly worker: string;
  readonly results: readonly Result<ClaimedMessage, MessageOutcome>[];
  readonly owners: Partial<MessageOwners>;
};

/** Why a message whose person is on the list did not leave: as was wished, so that its owner is not told of a failure. */
const suppressed = 'suppressed';

/** Records a batch of outcomes, and in the same transaction what follows from them. */
export async function finishMessages(ctx: Ctx, { worker, results, owners }: Batch): Promise<void> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const rows = results.map((result) => toFinished(result, now));
    const ended = await updateFinished(tx.db, { worker, now, rows });
    const sent = ended.filter(({ state }) => state === 'sent');
    const failed = ended.filter(({ state, last_failure: failure }) => state === 'failed' && failure !== suppressed);
    await tell(tx, sent, (purpose) => owners[purpose]?.sent);
    await tell(tx, failed, (purpose) => owners[purpose]?.failed);
  });
}

type Find = (
  purpose: EndedMessage['purpose'],
) => ((tx: Tx, subjectIds: readonly string[]) => Promise<void>) | undefined;

async function tell(tx: Tx, ended: readonly EndedMessage[], find: Find): Promise<void> {
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
