import type { Ctx } from '#context';
import { maskBody } from '#lib/masking/mask-body';
import { addDays } from '#lib/time/dates';
import { initialPartnerEventTypes, readEventTime, statementIssued } from '../events/rules.ts';
import { prepared, type Db } from '#platform/db';
import { getTenantEndpoint } from '../event-recovery/event-recovery.ts';
import type { TenantEndpoint } from '../event-recovery/store.ts';
import type { Rehearsal, RehearsalRequest } from './schemas.ts';

const rehearsedDays = 7;

type Rehearsed = { readonly change: RehearsalRequest; readonly masked: boolean };

/** The events that an endpoint would have received in the last week, with its current and its new settings. Changes nothing. */
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

/** The settings that decide which events an endpoint gets. */
type EndpointTaking = {
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly event_types: readonly string[];
};

type Happened = { readonly type: string; readonly livemode: boolean };

/**
 * Whether an endpoint takes an event: the same decision as in `insertDeliveries`, which makes it in the database for
 * all
 * endpoints together; a test compares the two.
 */
export function isTaken({ livemode, payload, event_types: types }: EndpointTaking, event: Happened): boolean {
  const live = event.livemode || event.type === statementIssued;
  const alsoSandbox = livemode && payload === 'full' && event.type.startsWith('plan.');
  if (live !== livemode && !alsoSandbox) return false;
  if (types.length > 0) return types.includes(event.type);
  return payload === 'thin' || (initialPartnerEventTypes as readonly string[]).includes(event.type);
}

type TypeCount = { readonly type: string; readonly before: number; readonly after: number };

const events = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'event' : 'events'}`;

/** The effect of a change, in words. */
function describeDifference(counts: readonly TypeCount[], payload: { before: string; after: string }): string {
  const total = (of: 'before' | 'after') => counts.reduce((sum, count) => sum + count[of], 0);
  const [was, wouldBe] = [total('before'), total('after')];
  const named = (list: readonly TypeCount[], sign: string): string =>
    list
      .map(({ type, before, after }) => `${type} (${sign}${Math.abs(after - before).toLocaleString('en-US')})`)
      .join(', ');
  const more = counts.filter(({ before, after }) => after > before);
  const fewer = counts.filter(({ before, after }) => after < before);
  const form =
    payload.before === payload.after ? '' : ` Bodies would be ${payload.after} instead of ${payload.before}.`;
  if (more.length === 0 && fewer.length === 0)
    return `The last seven days would have brought the same ${events(was)}.${form}`;
  const parts = [
    `The last seven days would have brought ${events(wouldBe)} instead of ${was.toLocaleString('en-US')}.`,
    ...(more.length === 0 ? [] : [`New: ${named(more, '+')}.`]),
    ...(fewer.length === 0 ? [] : [`No longer: ${named(fewer, '−')}.`]),
  ];
  return `${parts.join(' ')}${form}`;
}

type HappenedRow = {
  readonly type: string;
  readonly livemode: boolean;
  readonly count: number;
  readonly newest: string;
};

// Both modes: a live endpoint with full payloads gets the membership events of the sandbox too. The days are whole
// partitions, read through the index of the account's log.
const counts = prepared<[accountId: string, since: Date, until: Date], HappenedRow>(
  'webhooks.count-happened',
  `select type, livemode or type = '${statementIssued}' as livemode, count(*)::integer as count, max(id) as newest
   from events.events where account_id = $1 and created_at >= $2 and created_at < $3 group by 1, 2 order by 1, 2`,
);

type Span = { readonly since: Date; readonly until: Date };

/** The events of an account in a period, by type and mode, with the id of the newest of each. */
const countHappened = (db: Db, accountId: string, { since, until }: Span) => db.many(counts(accountId, since, until));

const thin = prepared<
  [accountId: string, ids: readonly string[], times: readonly Date[]],
  { type: string; body: string }
>(
  'webhooks.list-thin-samples',
  `select e.type, e.thin as body from unnest($2::text[], $3::timestamptz[]) as asked (id, at)
   cross join lateral (select type, thin from events.events
     where account_id = $1 and id = asked.id and created_at = asked.at limit 1) as e`,
);

/** The texts of these events. */
const listThinSamples = (db: Db, accountId: string, named: { ids: readonly string[]; times: readonly Date[] }) =>
  db.many(thin(accountId, named.ids, named.times));

const full = prepared<[accountId: string, livemode: boolean, types: readonly string[]], { type: string; body: string }>(
  'webhooks.list-full-samples',
  `select asked.type, f.body from unnest($3::text[]) as asked (type)
   cross join lateral (select f.body from webhooks.endpoints e
     cross join lateral (select body, id from webhooks.delivery_history f
       where f.endpoint_id = e.id and f.account_id = $1 and f.event_type = asked.type and f.body is not null
       order by f.created_at desc limit 1) as f
     where e.account_id = $1 and e.livemode = $2 and e.payload = 'full' order by f.id desc limit 1) as f`,
);

/** The last full texts of these types created for an endpoint of the account and mode. */
const listFullSamples = (db: Db, tenant: { accountId: string; livemode: boolean }, types: readonly string[]) =>
  db.many(full(tenant.accountId, tenant.livemode, types));
