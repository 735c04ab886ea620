import type { Ctx, Tx } from '#context';
import { recordConsent } from '#modules/consent';
import { transact } from '#platform/db';
import type { Result } from '#platform/jobs';
import type { MessageOutcome } from './attempt-message.ts';
import type { MessageSources } from './message-facts.ts';
import { nextAttemptAt, nextTryAt } from '../rules.ts';
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
    recordMessages(tx, results, ended);
    const sent = ended.filter(({ state }) => state === 'sent');
    const failed = ended.filter(({ state, last_failure: failure }) => state === 'failed' && failure !== suppressed);
    await notifySources(tx, sent, (purpose) => sources[purpose]?.sent);
    await notifySources(tx, failed, (purpose) => sources[purpose]?.failed);
  });
}

/** The ledger of a person says of every message whether it was sent, and if not, why. What waits is not in it yet. */
function recordMessages(tx: Tx, results: Batch['results'], ended: readonly EndedMessage[]): void {
  const outcomes = new Map(results.map(({ row, outcome }) => [row.id, outcome]));
  for (const { id, purpose, subject_id: subjectId, channel, state } of ended) {
    const outcome = outcomes.get(id);
    if (state === 'waiting' || outcome === undefined) continue;
    const { contacts = nobody, contentHash = null, hours } = outcome.evidence ?? {};
    recordConsent(tx, {
      kind: state === 'sent' ? 'message_sent' : 'message_not_sent',
      // What tests would send is stored, and no worker takes it.
      contacts: { ...contacts, test: false },
      subjectId,
      details: {
        message: id,
        purpose,
        channel,
        content_sha256: contentHash,
        ...(hours === undefined ? {} : { rule_version: hours.ruleVersion, local_time: hours.localTime }),
        ...(state === 'sent' ? {} : { why: describeUnsent(outcome) }),
      },
    });
  }
}

const nobody = { email: undefined, phone: undefined };

const describeUnsent = (outcome: MessageOutcome): string =>
  outcome.kind === 'withdrawn' ? outcome.reason : 'failure' in outcome ? outcome.failure : outcome.kind;

type FindReaction = (
  purpose: EndedMessage['purpose'],
) => ((tx: Tx, subjectIds: readonly string[]) => Promise<void>) | undefined;

async function notifySources(tx: Tx, ended: readonly EndedMessage[], find: FindReaction): Promise<void> {
  for (const [purpose, messages] of Map.groupBy(ended, (message) => message.purpose)) {
    await find(purpose)?.(tx, [...new Set(messages.map((message) => message.subject_id))]);
  }
}

function toFinished({ row, outcome }: Result<ClaimedMessage, MessageOutcome>, now: Date): FinishedMessage {
  const common = { id: row.id, attempt: row.attempt, held: false, dueAt: null, failure: null, providerId: null };
  if (outcome.kind === 'sent') return { ...common, state: 'sent', providerId: outcome.providerId ?? null };
  if (outcome.kind === 'not_configured' || outcome.kind === 'withdrawn') return { ...common, state: outcome.kind };
  if (outcome.kind === 'held') return { ...common, state: 'waiting', held: true, dueAt: outcome.until };
  if (outcome.kind === 'suppressed') return { ...common, state: 'failed', failure: suppressed };
  if (outcome.kind === 'unavailable' && !outcome.counts) {
    const dueAt = nextTryAt(row.created_at, now);
    return { ...common, state: 'waiting', held: true, dueAt, failure: outcome.failure };
  }
  const dueAt = outcome.kind === 'unavailable' ? nextAttemptAt(row.attempt, now) : undefined;
  if (dueAt === undefined) return { ...common, state: 'failed', failure: outcome.failure };
  return { ...common, state: 'waiting', dueAt, failure: outcome.failure };
}
