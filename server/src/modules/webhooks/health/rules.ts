import type { Limit } from '#platform/limits';
import type { EndpointRow } from '../endpoints/store.ts';
import type { EndpointHealthView } from './schemas.ts';
import type { AttemptFacts, HealthFacts } from './store.ts';

/** A time for people, to the minute: 2026-11-15 12:00 UTC. */
export const describeMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The purposes of messages to an institution about its endpoints. */
export const warningPurposes = {
  endpointFailing: 'webhooks.endpoint-failing',
  deliveriesExhausted: 'webhooks.deliveries-exhausted',
} as const;

/** How long an endpoint fails before its institution is notified (D-129). */
export const warnAfterHours = 6;

/** Exhausted deliveries are notified at most once in this time, however many there are. */
export const exhaustedPauseHours = 24;

/** Tests of one endpoint: more than a developer who reads each result needs, and too few to burden a receiver. */
export const testsPerMinute: Limit = { name: 'webhook_tests', points: 10, windowS: 60, whenStoreIsGone: 'let through' };

/** The columns read of an endpoint of an institution or an agent. */
export type CheckedEndpoint = Pick<
  EndpointRow,
  'status' | 'failing_since' | 'slow' | 'warned_at' | 'certificate_ends_at'
>;

type Health = Omit<EndpointHealthView, 'object' | 'endpoint_id'>;

/** As one word, as a sentence and as numbers. */
export function toHealth(row: CheckedEndpoint, facts: HealthFacts): Health {
  const { due, scheduled, next } = facts.pending;
  return {
    ...describeState(row, facts),
    slow: row.slow,
    failing_since: row.failing_since?.toISOString() ?? null,
    warned_at: row.warned_at?.toISOString() ?? null,
    certificate_ends_at: row.certificate_ends_at?.toISOString() ?? null,
    last_success: toAttempt(facts.last_success),
    last_failure: toAttempt(facts.last_failure),
    pending: { due, scheduled, next_attempt_at: next === null ? null : toText(next) },
    last_24_hours: { succeeded: facts.succeeded, failed: facts.failed },
  };
}

const toText = (at: string): string => new Date(at).toISOString();

const toAttempt = (facts: AttemptFacts | null) => facts && { ...facts, at: toText(facts.at) };

/** The state in one word, and in a sentence for people. */
function describeState(
  { status, failing_since: failingSince, slow }: CheckedEndpoint,
  { last_success: success, last_failure: failure }: HealthFacts,
): Pick<EndpointHealthView, 'state' | 'summary'> {
  if (status === 'disabled') {
    return { state: 'disabled', summary: 'The endpoint is disabled: events are recorded as skipped and not sent.' };
  }
  if (failingSince !== null) {
    const cause = failure === null ? '' : ` Last cause: ${failure.cause}.`;
    return {
      state: 'failing',
      summary: `No delivery has been acknowledged since ${describeMoment(failingSince)}.${cause}`,
    };
  }
  if (success === null) return { state: 'untried', summary: 'Nothing has been acknowledged by this endpoint yet.' };
  const pace = slow ? ' It takes more than two seconds to answer.' : '';
  const at = describeMoment(new Date(success.at));
  return { state: 'answering', summary: `The last delivery was acknowledged at ${at}.${pace}` };
}
