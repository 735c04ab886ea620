import type { Ctx } from '#context';
import { addHours } from '#lib/dates';
import type { EndpointHealthView } from './delivery-schemas.ts';
import { endpointNotFound } from './get-endpoint.ts';
import { getHealthFacts, type AttemptFacts, type HealthFacts } from './health-store.ts';
import { findPartnerEndpoint, type EndpointRow } from './partner-endpoint-store.ts';
import { describeMoment } from './compose-warning.ts';

/** How an endpoint is doing: its last answers, what it is still owed, how the last day went. */
export async function getEndpointHealth(ctx: Ctx, endpointId: string): Promise<EndpointHealthView> {
  const since = addHours(ctx.clock.now(), -24);
  const [row, facts] = await Promise.all([
    findPartnerEndpoint(ctx.db, endpointId),
    getHealthFacts(ctx.db, endpointId, since),
  ]);
  if (row === undefined) throw endpointNotFound();
  const { waiting, parked, claimed, next } = facts.pending;
  return {
    object: 'gap.webhook_endpoint_health',
    endpoint_id: row.id,
    ...describeState(row, facts),
    lane: row.slow ? 'slow' : 'live',
    failing_since: row.failing_since?.toISOString() ?? null,
    warned_at: row.warned_at?.toISOString() ?? null,
    last_success: toAttempt(facts.last_success),
    last_failure: toAttempt(facts.last_failure),
    pending: { waiting, parked, in_flight: claimed, next_attempt_at: next === null ? null : toText(next) },
    last_24_hours: { succeeded: facts.succeeded, failed: facts.failed },
  };
}

const toText = (at: string): string => new Date(at).toISOString();

const toAttempt = (facts: AttemptFacts | null) => facts && { ...facts, at: toText(facts.at) };

/** The state in one word, and in a sentence for a person. */
function describeState(
  { status, failing_since: failingSince, slow }: EndpointRow,
  { last_success: success, last_failure: failure }: HealthFacts,
): Pick<EndpointHealthView, 'state' | 'summary'> {
  if (status === 'disabled') {
    return { state: 'disabled', summary: 'The endpoint is disabled: what happens is kept as skipped and not sent.' };
  }
  if (failingSince !== null) {
    const cause = failure === null ? '' : ` Last cause: ${failure.cause}.`;
    return { state: 'failing', summary: `No delivery was acknowledged since ${describeMoment(failingSince)}.${cause}` };
  }
  if (success === null) return { state: 'untried', summary: 'Nothing has been acknowledged by this endpoint yet.' };
  const pace = slow ? ' It takes more than two seconds to answer and is worked off apart from the others.' : '';
  const at = describeMoment(new Date(success.at));
  return { state: 'answering', summary: `The last delivery was acknowledged at ${at}.${pace}` };
}
