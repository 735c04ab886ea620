import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import type { EndpointHealthView } from './schemas.ts';
import { endpointNotFound } from '../errors.ts';
import { getHealthFacts, type AttemptFacts, type HealthFacts } from './store.ts';
import { findPartnerEndpoint, type EndpointRow } from '../endpoints/store.ts';
import type { EndpointKey } from '../rules.ts';
import { describeMoment } from './rules.ts';

/** The health of an endpoint: its last results, its pending deliveries, the last 24 hours. */
export async function getEndpointHealth(ctx: Ctx, key: EndpointKey): Promise<EndpointHealthView> {
  const now = ctx.clock.now();
  const row = await findPartnerEndpoint(ctx.db, key);
  if (row === undefined) throw endpointNotFound();
  const facts = await getHealthFacts(ctx.db, row.id, { since: addHours(now, -24), now });
  const { due, scheduled, next } = facts.pending;
  return {
    object: 'gap.webhook_endpoint_health',
    endpoint_id: row.id,
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
  { status, failing_since: failingSince, slow }: EndpointRow,
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
