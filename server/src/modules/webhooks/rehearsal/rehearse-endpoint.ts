import type { Ctx } from '#context';
import { maskBody } from '#lib/masking/mask-body';
import { addDays } from '#lib/time/dates';
import { readEventTime } from '#modules/events';
import { getTenantEndpoint } from '../event-recovery/get-tenant-endpoint.ts';
import type { TenantEndpoint } from '../event-recovery/store.ts';
import { describeDifference, isTaken, type EndpointTaking } from './rules.ts';
import type { Rehearsal, RehearsalRequest } from './schemas.ts';
import { countHappened, listFullSamples, listThinSamples } from './store.ts';

const rehearsedDays = 7;

type Rehearsed = { readonly change: RehearsalRequest; readonly masked: boolean };

/** What the last week would have brought to an endpoint, as it is set now and as it would be. Nothing is changed. */
export async function rehearseEndpoint(
  ctx: Ctx,
  key: TenantEndpoint,
  { change, masked }: Rehearsed,
): Promise<Rehearsal> {
  const current: EndpointTaking = await getTenantEndpoint(ctx, key);
  const changed = {
    livemode: current.livemode,
    payload: change.payload ?? current.payload,
    event_types: change.event_types ?? current.event_types,
  };
  const until = ctx.clock.now();
  const since = addDays(until, -rehearsedDays);
  const happened = await countHappened(ctx.db, key.accountId, { since, until });
  const names = [...new Set(happened.map(({ type }) => type))];
  const countOf = (taking: EndpointTaking, type: string): number =>
    happened.filter((one) => one.type === type && isTaken(taking, one)).reduce((sum, { count }) => sum + count, 0);
  const counts = names
    .map((type) => ({ type, before: countOf(current, type), after: countOf(changed, type) }))
    .filter(({ before, after }) => before + after > 0);
  const shown = happened.filter((one) => isTaken(changed, one) || isTaken(current, one));
  const samples = await findSamples(ctx, key, { payload: changed.payload, shown });
  const total = (of: 'before' | 'after') => counts.reduce((sum, count) => sum + count[of], 0);
  return {
    object: 'portal.endpoint_rehearsal',
    endpoint_id: key.id,
    since: since.toISOString(),
    until: until.toISOString(),
    difference: describeDifference(counts, { before: current.payload, after: changed.payload }),
    total: { before: total('before'), after: total('after') },
    masked,
    types: counts.map((count) => {
      const sample = samples.get(count.type);
      return { ...count, sample: sample === undefined ? null : masked ? maskBody(count.type, sample) : sample };
    }),
  };
}

type Shown = { readonly payload: 'thin' | 'full'; readonly shown: readonly { type: string; newest: string }[] };

async function findSamples(ctx: Ctx, key: TenantEndpoint, { payload, shown }: Shown): Promise<Map<string, string>> {
  const dated = shown.map(({ newest }) => ({ id: newest, at: readEventTime(newest) ?? ctx.clock.now() }));
  const rows =
    payload === 'full'
      ? await listFullSamples(ctx.db, key, [...new Set(shown.map(({ type }) => type))])
      : await listThinSamples(ctx.db, key.accountId, {
          ids: dated.map(({ id }) => id),
          times: dated.map(({ at }) => at),
        });
  return new Map(rows.map(({ type, body }) => [type, body]));
}
