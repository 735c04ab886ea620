import { prepared, type Database } from '#platform/db';
import type { Metrics } from '#platform/telemetry';

type Server = {
  readonly monitored: boolean;
  readonly synchronous_wanted: boolean;
  readonly size_bytes: number;
  readonly archive_age_s: number | null;
  readonly archive_failing: boolean | null;
  readonly transaction_id_age: number;
};

/** Figures that every role may see. */
const server = prepared<[], Server>(
  'jobs.measure-server',
  `select pg_has_role(current_user, 'pg_monitor', 'usage') as monitored,
     current_setting('synchronous_standby_names') <> '' as synchronous_wanted,
     pg_database_size(current_database())::float8 as size_bytes,
     extract(epoch from clock_timestamp() - coalesce(a.last_archived_time, a.stats_reset))::float8 as archive_age_s,
     a.last_failed_time > coalesce(a.last_archived_time, '-infinity') as archive_failing,
     (select age(datfrozenxid) from pg_database where datname = current_database()) as transaction_id_age
   from (select) as one left join pg_stat_archiver as a on current_setting('archive_mode') <> 'off'`,
);

type Monitored = {
  readonly synchronous: number;
  readonly asynchronous: number;
  readonly lag_bytes: number;
  readonly lag_s: number;
  readonly commits_waiting: number;
  readonly commit_wait_s: number;
  readonly wal_bytes: number;
  readonly slot_bytes: number;
  readonly oldest_transaction_s: number;
};

/** Figures that need pg_monitor; without it the whole query is refused. A standby writes no WAL, so it has no position to compare. */
const monitored = prepared<[], Monitored>(
  'jobs.measure-replication',
  `with place as (select case when not pg_is_in_recovery() then pg_current_wal_lsn() end as lsn),
     standbys as (
       select count(*) filter (where sync_state in ('sync', 'quorum'))::integer as synchronous,
         count(*) filter (where sync_state not in ('sync', 'quorum'))::integer as asynchronous,
         coalesce(max(lsn - replay_lsn), 0)::float8 as lag_bytes,
         coalesce(extract(epoch from max(replay_lag)), 0)::float8 as lag_s
       from pg_stat_replication, place where state = 'streaming'),
     sessions as (
       select count(*) filter (where wait_event = 'SyncRep')::integer as commits_waiting,
         coalesce(extract(epoch from clock_timestamp() - min(query_start) filter (where wait_event = 'SyncRep')), 0)::float8
           as commit_wait_s,
         coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as oldest_transaction_s
       from pg_stat_activity where backend_type = 'client backend' and datname = current_database())
   select standbys.*, sessions.*,
     (select coalesce(sum(size), 0)::float8 from pg_ls_waldir()) as wal_bytes,
     (select coalesce(max(lsn - restart_lsn), 0)::float8 from pg_replication_slots, place) as slot_bytes
   from standbys, sessions`,
);

type Deps = { readonly db: Database; readonly metrics: Pick<Metrics, 'databaseServer'> };

/** Queries the server's own statistics. Figures that are unknown or hidden are absent, because a stale figure would hide a problem. */
export async function measureDatabase({ db, metrics: { databaseServer: gauges } }: Deps): Promise<number> {
  const [own, seen] = await measure(db).catch((error: unknown) => {
    const { standbys, ...others } = gauges;
    standbys.reset();
    for (const gauge of Object.values(others)) gauge.remove();
    throw error;
  });
  const set = (gauge: { set(value: number): void; remove(): void }, value: number | boolean | null | undefined): void =>
    value === null || value === undefined ? gauge.remove() : gauge.set(Number(value));
  set(gauges.monitored, own?.monitored);
  set(gauges.synchronousWanted, own?.synchronous_wanted);
  set(gauges.size, own?.size_bytes);
  set(gauges.archiveAge, own?.archive_age_s);
  set(gauges.archiveFailing, own?.archive_age_s === null ? null : (own?.archive_failing ?? false));
  set(gauges.transactionIdAge, own?.transaction_id_age);
  gauges.standbys.reset();
  if (seen !== undefined) {
    gauges.standbys.set({ kind: 'synchronous' }, seen.synchronous);
    gauges.standbys.set({ kind: 'asynchronous' }, seen.asynchronous);
  }
  set(gauges.standbyLagBytes, seen?.lag_bytes);
  set(gauges.standbyLag, seen?.lag_s);
  set(gauges.commitsWaiting, seen?.commits_waiting);
  set(gauges.commitWait, seen?.commit_wait_s);
  set(gauges.walBytes, seen?.wal_bytes);
  set(gauges.slotBytes, seen?.slot_bytes);
  set(gauges.oldestTransaction, seen?.oldest_transaction_s);
  return 0;
}

async function measure(db: Database): Promise<[Server | undefined, Monitored | undefined]> {
  const [own] = await db.many(server());
  const [seen] = own?.monitored === true ? await db.many(monitored()) : [];
  return [own, seen];
}
