import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import type { Result } from '#platform/jobs';
import type { MessageOutcome } from './attempt-message.ts';
import { nextAttemptAt } from './rules.ts';
import { updateFinished, type ClaimedMessage, type FinishedMessage } from './store.ts';

/** What other modules do when messages of a purpose have left: purpose to verb, bound in app/. */
export type MessageReactions = Readonly<Record<string, (tx: Tx, subjectIds: readonly string[]) => Promise<void>>>;

type Batch = {
  readonly worker: string;
  readonly results: readonly Result<ClaimedMessage, MessageOutcome>[];
  readonly reactions: MessageReactions;
};

/** Records a batch of outcomes, and in the same transaction what follows from the ones that left. */
export async function finishMessages(ctx: Ctx, { worker, results, reactions }: Batch): Promise<void> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const rows = results.map((result) => toFinished(result, now));
    const finished = await updateFinished(tx.db, { worker, now, rows });
    const sent = Map.groupBy(
      finished.filter((row) => row.state === 'sent'),
      (row) => row.purpose,
    );
    for (const [purpose, messages] of sent) {
      await reactions[purpose]?.(tx, [...new Set(messages.map((message) => message.subject_id))]);
    }
  });
}

function toFinished({ row, outcome }: Result<ClaimedMessage, MessageOutcome>, now: Date): FinishedMessage {
  const common = { id: row.id, attempt: row.attempt, dueAt: null, failure: null, providerId: null };
  if (outcome.kind === 'sent') return { ...common, state: 'sent', providerId: outcome.providerId ?? null };
  if (outcome.kind === 'not_configured') return { ...common, state: 'not_configured' };
  if (outcome.kind === 'suppressed') return { ...common, state: 'failed', failure: 'suppressed' };
  const dueAt = outcome.kind === 'unavailable' ? nextAttemptAt(row.attempt, now) : undefined;
  if (dueAt === undefined) return { ...common, state: 'failed', failure: outcome.failure };
  return { ...common, state: 'waiting', dueAt, failure: outcome.failure };
}
