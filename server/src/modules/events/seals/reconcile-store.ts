import type { Db } from '#platform/db';
import { belowHorizon, ofMode } from '../log-store.ts';
import type { LogTenant } from '../rules.ts';

export type LogWindow = {
  readonly from: Date;
  readonly to: Date;
  readonly types: readonly string[] | undefined;
};

type Compared = { readonly ours: number; readonly matched: number; readonly by_type: Record<string, number> };
export type MissingEvent = { readonly id: string; readonly type: string; readonly created_at: Date };

// Complete up to the horizon, as the log that is listed: what is just being written is not said to be missing.
const ours = `select id, type, created_at, era, transaction_id, place from events.events
  where account_id = $1 and ${ofMode('$2')} and created_at >= $3 and created_at < $4
    and ($5::text[] is null or type = any($5)) and ${belowHorizon('$1')}`;

// Looked up in a table of hashes that is made once. A join would compare each with each: the planner takes them for few.
const theirs = '(select unnest($6::text[]))';

const valuesOf = ({ accountId, livemode }: LogTenant, window: LogWindow, ids: readonly string[]) => [
  accountId,
  livemode,
  window.from,
  window.to,
  window.types ?? null,
  ids,
];

/** The account's events of the window, and how many of them are not among these ids, by type. */
export async function compareWindow(
  db: Db,
  tenant: LogTenant,
  { window, ids }: { window: LogWindow; ids: readonly string[] },
): Promise<Compared> {
  const row = await db.find<Compared>({
    text: `with counted as (select type, count(*)::integer as ours,
          count(*) filter (where id in ${theirs})::integer as matched from (${ours}) as o group by type)
      select coalesce(sum(ours), 0)::integer as ours, coalesce(sum(matched), 0)::integer as matched,
        coalesce(json_object_agg(type, ours - matched order by type) filter (where ours > matched), '{}') as by_type
      from counted`,
    values: valuesOf(tenant, window, ids),
  });
  return row ?? { ours: 0, matched: 0, by_type: {} };
}

/** The first of them in the order of the log. */
export const listMissing = (
  db: Db,
  tenant: LogTenant,
  { window, ids, limit }: { window: LogWindow; ids: readonly string[]; limit: number },
) =>
  db.many<MissingEvent>({
    text: `select o.id, o.type, o.created_at from (${ours}) as o where o.id not in ${theirs}
      order by o.era, o.transaction_id, o.place limit $7`,
    values: [...valuesOf(tenant, window, ids), limit],
  });

/** Which of these ids are events of the account and mode. The time of an id leads to its day; each is looked up there. */
export const listKnownIds = (
  db: Db,
  { accountId, livemode }: LogTenant,
  asked: { readonly ids: readonly string[]; readonly times: readonly Date[] },
) =>
  db.many<{ id: string; type: string; created_at: Date }>({
    text: `select e.id, e.type, e.created_at from unnest($3::text[], $4::timestamptz[]) as asked (id, at)
      cross join lateral (select id, type, created_at from events.events
        where account_id = $1 and ${ofMode('$2')} and id = asked.id and created_at = asked.at limit 1) as e`,
    values: [accountId, livemode, asked.ids, asked.times],
  });
