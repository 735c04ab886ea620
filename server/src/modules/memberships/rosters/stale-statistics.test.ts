import { describe, expect, it } from 'vitest';
import type { Query, TxDb } from '#platform/db';
import { useHarness } from '#test/harness';
import { givenInstitution } from '#testing/partners';
import { plannedTable, writeMatched } from './plan-store.ts';
import { applyChanges } from './store.ts';

const harness = useHarness();
const rows = 5000;

/** Synthetic enrollments, and a plan's block that changes each of them. */
const fill = `insert into memberships.enrollments (institution_id, livemode, id, status, plan, first_name, last_name, vin,
    effective_at, created_at, updated_at)
  select $1, false, 'enr_' || lpad(n::text, 24, '0'), 'active', 'gap', 'Synthetic', 'Member',
    '1SYNTH' || lpad(n::text, 11, '0'), now(), now(), now() from generate_series(1, ${rows}) n`;
const plan = `insert into planned (seq, action, id, vin, status, plan, first_name, last_name, expected_status, expected_plan,
    expected_first_name, expected_last_name)
  select n, 'updated', 'enr_' || lpad(n::text, 24, '0'), '1SYNTH' || lpad(n::text, 11, '0'), 'active', 'gap', 'Synthetic',
    'Renamed', 'active', 'gap', 'Synthetic', 'Member' from generate_series(1, ${rows}) n`;

/** The statements that some work would send, none of which is sent. */
async function sentBy(work: (db: TxDb) => unknown): Promise<Query<unknown>[]> {
  const sent: Query<unknown>[] = [];
  const note = (query: Query<unknown>) => void sent.push(query);
  const db = { write: note, find: async (query: Query<unknown>) => note(query), many: async () => [] };
  await work(db as unknown as TxDb);
  return sent;
}

describe('an institution newer than the last statistics', () => {
  it('its changes are applied without comparing each with every enrollment', async () => {
    const { id: institutionId } = await givenInstitution(harness.current);
    const tenant = { institutionId, livemode: false };
    const now = harness.current.clock.now();
    const client = await harness.current.owner.pool.connect();
    const plans: string[] = [];
    try {
      await client.query('begin');
      await client.query(fill, [(await givenInstitution(harness.current)).id]);
      await client.query('analyze memberships.enrollments');
      await client.query(fill, [institutionId]);
      await client.query(plannedTable);
      await client.query(plan);
      const statements = [
        ...(await sentBy((db) => writeMatched(db, tenant, now))),
        ...(await sentBy((db) => applyChanges(db, tenant, rows))),
      ];
      for (const { text, values } of statements) {
        const explained = /^(create temp table|with|delete)/.test(text)
          ? `explain (analyze, timing off) ${text}`
          : text;
        const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(explained, values as unknown[]);
        if (explained !== text) plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      const { rows: renamed } = await client.query(
        `select count(*)::int as count from memberships.enrollments where institution_id = $1 and last_name = 'Renamed'`,
        [institutionId],
      );
      expect(renamed).toEqual([{ count: rows }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(plans.length).toBeGreaterThan(2);
    const compared = plans.flatMap((text) =>
      [...text.matchAll(/Rows Removed by (?:Join )?Filter: (\d+)/g)].map(([, count]) => Number(count)),
    );
    // Other indexes have the institution first too, and would be scanned completely for each row.
    const indexes = plans.flatMap((text) =>
      [...text.matchAll(/Index (?:Only )?Scan using (\w+)/g)].map(([, name]) => name),
    );
    expect(indexes.filter((name) => name !== 'enrollments_pkey' && name !== 'enrollments_living_vin')).toEqual([]);
    expect(compared.filter((count) => count > 3 * rows)).toEqual([]);
  });
});
