// What each statement costs inside PostgreSQL, planning and execution separately: from pg_stat_statements.
import { withClient } from '#bench/service/cluster';

/** Settings of a cluster whose statements are watched; watching has a small cost, so measurements go without. */
export const watchingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
} as const;

export type StatementCost = {
  readonly text: string;
  readonly calls: number;
  /** As many as calls: the server makes a new plan every time, and a prepared statement saves only its parsing. */
  readonly plans: number;
  /** Per call. */
  readonly planUs: number;
  readonly runUs: number;
};

/** Resets the counters. */
export const startWatching = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('select pg_stat_statements_reset()');
  });

/** The costliest statements first. */
export const readStatementCosts = (databaseUrl: string, limit: number): Promise<StatementCost[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<StatementCost>(
      `select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int, plans::int,
         round(total_plan_time * 1000 / calls)::int as "planUs", round(total_exec_time * 1000 / calls)::int as "runUs"
       from pg_stat_statements where calls > 0 order by total_plan_time + total_exec_time desc limit $1`,
      [limit],
    );
    return rows;
  });
