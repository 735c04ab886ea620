import { prepared, type Db } from '#platform/db';
import { agentEventTypes, statementIssued, type LogTenant } from '../events/rules.ts';
import { belowHorizon, ofMode } from '../events/store.ts';

// Its own transaction is newer than any open one.
const noteDays = prepared<[from: string, to: string, now: Date], { day: string }>(
  'events.note-closed-days',
  `insert into events.closed_days (day, era, transaction_id, noted_at)
   select past::date, (select max(era) from events.log_epochs), pg_current_xact_id(), $3
   from generate_series($1::date, $2::date, interval '1 day') as past
   where not exists (select from events.closed_days c where c.day = past::date)
   on conflict do nothing returning day::text`,
);

/** Records the current position of the log as the end of each of these days that has none yet. */
export const noteClosedDays = (db: Db, days: { readonly from: string; readonly to: string }, now: Date) =>
  db.many(noteDays(days.from, days.to, now));

const openDays = prepared<[], { day: string; closed: boolean }>(
  'events.list-days-to-seal',
  `select day::text, (era, transaction_id) <= (events.open_epoch(), events.horizon(null)) as closed
   from events.closed_days where sealed_at is null order by day`,
);

/** `closed`: no transaction of any account from before the day's end is open any more. */
export const listUnfinishedDays = (db: Db) => db.many(openDays());

const sealedDays = prepared<[from: string], { day: string }>(
  'events.list-sealed-days',
  'select day::text from events.closed_days where sealed_at is not null and day >= $1::date order by day',
);

export const listFinishedDays = (db: Db, from: string) => db.many(sealedDays(from));

const daySealed = prepared<[day: string, now: Date], never>(
  'events.update-day-sealed',
  'update events.closed_days set sealed_at = $2 where day = $1::date and sealed_at is null',
);

export const updateDayFinished = (db: Db, day: string, now: Date) => db.many(daySealed(day, now));

/** Agents have no digests, because their data is not read by day. */
const sealable = `type <> all('{${agentEventTypes.join(',')}}'::text[])`;
const ofDay = (day: string): string =>
  `created_at >= ${day}::date::timestamp at time zone 'UTC' and created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`;

const accounts = prepared<[day: string], { account_id: string }>(
  'events.list-accounts-of-day',
  `select distinct account_id from events.events where account_id is not null and ${sealable} and ${ofDay('$1')}
   order by account_id`,
);

export const listAccountsOfDay = (db: Db, day: string) => db.many(accounts(day));

const closed = prepared<[accountId: string, day: string], { closed: boolean }>(
  'events.is-day-closed',
  `select (era, transaction_id) <= (events.open_epoch(), events.horizon($1)) as closed
   from events.closed_days where day = $2::date`,
);

/** Whether a day of an account can no longer get events. */
export const isDayClosed = async (db: Db, accountId: string, day: string): Promise<boolean> =>
  (await db.find(closed(accountId, day)))?.closed === true;

type AccountDay = { readonly accountId: string; readonly day: string };

const mode = `(livemode or type = '${statementIssued}')`;
const contents = `${mode} as livemode, count(*)::integer as count, min(id) as first_id, max(id) as last_id,
  sha256(convert_to(string_agg(id, E'\\n' order by id), 'UTF8')) as sha256
  from events.events where account_id = $1 and ${sealable} and ${ofDay('$2')} group by 1`;

const seal = prepared<[accountId: string, day: string, now: Date], { livemode: boolean }>(
  'events.insert-seals',
  `insert into events.daily_digests (account_id, day, sealed_at, livemode, count, first_id, last_id, sha256)
   select $1, $2::date, $3, found.* from (select ${contents}) as found
   on conflict do nothing returning livemode`,
);

/** The digests of an account's day, one for each mode that has events; existing ones stay unchanged. */
export const insertSeals = (db: Db, { accountId, day }: AccountDay, now: Date) => db.many(seal(accountId, day, now));

const broken = prepared<[accountId: string, day: string, now: Date], { livemode: boolean }>(
  'events.insert-broken-seals',
  `insert into events.broken_digests (account_id, day, found_at, livemode, count, sha256)
   select $1, $2::date, $3, livemode, coalesce(found.count, 0), coalesce(found.sha256, sha256(''))
   from (select ${contents}) as found
   full join (select livemode, count, sha256 from events.daily_digests where account_id = $1 and day = $2::date) as sealed
     using (livemode)
   where found.count is distinct from sealed.count or found.sha256 is distinct from sealed.sha256
   on conflict do nothing returning livemode`,
);

/** Compares an account's day with its digests; a difference is recorded once. */
export const insertBrokenSeals = (db: Db, { accountId, day }: AccountDay, now: Date) =>
  db.many(broken(accountId, day, now));

const sealedAccounts = prepared<[day: string], { account_id: string }>(
  'events.list-sealed-accounts',
  'select distinct account_id from events.daily_digests where day = $1::date order by account_id',
);

export const listAccountsWithSeals = (db: Db, day: string) => db.many(sealedAccounts(day));

const countSince = prepared<[since: Date], { count: number }>(
  'events.count-broken-seals',
  'select count(*)::integer as count from events.broken_digests where found_at >= $1',
);

export const countBrokenSeals = async (db: Db, since: Date): Promise<number> =>
  (await db.find(countSince(since)))?.count ?? 0;

export type LogDayRow = {
  readonly day: string;
  /** Whether the day is closed for all accounts; then one without its own row was empty. */
  readonly whole: Date | null;
  readonly count: number | null;
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly sha256: Buffer | null;
  readonly sealed_at: Date | null;
  readonly broken_at: Date | null;
  readonly found: number | null;
  /** For a day without a digest: its number of events so far. */
  readonly so_far: number | null;
};

const list = prepared<[accountId: string, livemode: boolean, before: string, today: string, limit: number], LogDayRow>(
  'events.list-seals',
  `select d.day::text, c.sealed_at as whole, s.count, s.first_id, s.last_id, s.sha256, s.sealed_at, b.found_at as broken_at,
     b.count as found, case when s.day is null and c.sealed_at is null then (
       select count(*)::integer from events.events where account_id = $1 and ${ofMode('$2')} and ${ofDay('d.day')}
         and ${belowHorizon('$1')}) end as so_far
   from (select day::date from generate_series(
       (select least(min(day), $4::date) from events.closed_days), least($3::date - 1, $4::date), interval '1 day') as day
     order by day desc limit $5) as d
   left join events.closed_days c on c.day = d.day
   left join events.daily_digests s on s.account_id = $1 and s.livemode = $2 and s.day = d.day
   left join events.broken_digests b on b.account_id = $1 and b.livemode = $2 and b.day = d.day
   order by d.day desc`,
);

/** Days before `before`, newest first; one more than requested. */
export const listLogDayRows = (
  db: Db,
  { accountId, livemode }: LogTenant,
  page: { readonly before: string; readonly today: string; readonly limit: number },
) => db.many(list(accountId, livemode, page.before, page.today, page.limit + 1));

export type LogWindow = {
  readonly from: Date;
  readonly to: Date;
  readonly types: readonly string[] | undefined;
};

type Compared = { readonly ours: number; readonly matched: number; readonly by_type: Record<string, number> };
type MissingEvent = { readonly id: string; readonly type: string; readonly created_at: Date };

// Complete up to the horizon, like the listed log: events being written are not reported as missing.
const ours = `select id, type, created_at, era, transaction_id, place from events.events
  where account_id = $1 and ${ofMode('$2')} and created_at >= $3 and created_at < $4
    and ($5::text[] is null or type = any($5)) and ${belowHorizon('$1')}`;

// Uses a hash table that is built once. A join would compare each with each, because the planner expects few rows.
const theirs = '(select unnest($6::text[]))';

const valuesOf = ({ accountId, livemode }: LogTenant, window: LogWindow, ids: readonly string[]) => [
  accountId,
  livemode,
  window.from,
  window.to,
  window.types ?? null,
  ids,
];

/** The account's events in the window, and how many of them are not among these ids, by type. */
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
