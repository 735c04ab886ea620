import type { Ctx, Tx } from '#context';
import { createBreaker, type Breaker } from '#lib/concurrency/breaker';
import { recordConsent } from '#modules/ledger';
import { transact } from '#platform/db';
import type { Result } from '#platform/jobs';
import { customerMetrics } from '../metrics.ts';
import { nextAttemptAt, nextTryAt } from '../rules.ts';
import type { MessageOutcome } from './attempt-message.ts';
import type { MessageSources } from './message-facts.ts';
import {
  updateFinished,
  type Channel,
  type ClaimedMessage,
  type EndedMessage,
  type FinishedMessage,
} from './message-store.ts';

type Batch = {
  readonly worker: string;
  readonly results: readonly Result<ClaimedMessage, MessageOutcome>[];
  readonly sources: Partial<MessageSources>;
};

/** The reason for a message whose customer is on the list. This is intended, so its source is not notified of a failure. */
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

/** A customer's ledger records for every message whether it was sent, and if not, why. Waiting messages are not in it yet. */
function recordMessages(tx: Tx, results: Batch['results'], ended: readonly EndedMessage[]): void {
  const outcomes = new Map(results.map(({ row, outcome }) => [row.id, outcome]));
  for (const { id, purpose, subject_id: subjectId, channel, state } of ended) {
    const outcome = outcomes.get(id);
    if (state === 'waiting' || outcome === undefined) continue;
    const { contacts = nobody, contentHash = null, hours } = outcome.evidence ?? {};
    recordConsent(tx, {
      kind: state === 'sent' ? 'message_sent' : 'message_not_sent',
      // Messages of tests are stored, and no worker claims them.
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

type Claim = (limit: number, channels: readonly Channel[]) => Promise<ClaimedMessage[]>;

type Transports = {
  /** Due messages of the working channels, and one of each channel that may have recovered. */
  claim(limit: number, claim: Claim): Promise<ClaimedMessage[]>;
  /** Tries the message, unless its channel is paused by now. */
  run(message: ClaimedMessage, attempt: () => Promise<MessageOutcome>): Promise<MessageOutcome>;
};

/** A few at the same time may be caused by a restart of the mail server. */
const failures = 5;
/** Short enough that emails leave soon after the server works again. */
const restMs = { first: 5_000, longest: 60_000 };

/**
 * While the mail server or the text provider fails with every message, messages wait instead of being tried one after
 * another, and single ones test whether it works again. Each process finds out for itself.
 */
export function restTransports({ log, metrics }: Pick<Ctx, 'log' | 'metrics'>): Transports {
  const { transportResting } = metrics.of(customerMetrics);
  const watch = (channel: Channel): Breaker => {
    transportResting.set({ channel }, 0);
    const changed = (isResting: boolean) => {
      transportResting.set({ channel }, isResting ? 1 : 0);
      if (isResting) log.error({ channel }, 'customers.transport-resting');
      else log.info({ channel }, 'customers.transport-back');
    };
    return createBreaker({ failures, restMs, changed });
  };
  const breakers: Readonly<Record<Channel, Breaker>> = { email: watch('email'), text: watch('text') };
  const tries = new Set<string>();
  const inState = (state: ReturnType<Breaker['state']>): Channel[] =>
    (['email', 'text'] as const).filter((channel) => breakers[channel].state() === state);
  return {
    async claim(limit, claim) {
      const working = inState('closed');
      const claimed = working.length === 0 ? [] : await claim(limit, working);
      for (const channel of inState('trying')) {
        const [one] = await claim(1, [channel]);
        if (one === undefined) continue;
        breakers[channel].beginTry();
        tries.add(one.id);
        claimed.push(one);
      }
      return claimed;
    },
    async run({ id, channel }, attempt) {
      const breaker = breakers[channel];
      // Claimed when the transport still worked.
      if (!tries.delete(id) && breaker.state() !== 'closed')
        return { kind: 'unavailable', failure: 'resting', isTransport: true, counts: false };
      const outcome = await attempt();
      if (outcome.kind === 'unavailable' && outcome.isTransport) breaker.failed();
      // Whatever it says of a message or a recipient, it answers.
      else if (outcome.kind === 'sent' || outcome.kind === 'refused' || isOfMessage(outcome)) breaker.succeeded();
      return outcome;
    },
  };
}

/** It has a status code, so it is an answer of the transport and not our own failure. */
const isOfMessage = (outcome: MessageOutcome): boolean =>
  outcome.kind === 'unavailable' && !outcome.isTransport && /\d$/.test(outcome.failure);
