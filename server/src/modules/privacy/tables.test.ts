import { describe, expect, it } from 'vitest';
import { jobs as listJobs } from '#app/workers/sweeps';
import { useHarness } from '#test/harness';
import { allPersonalData, personalDataByModule } from './tables-data.ts';

const harness = useHarness();

/** Columns that can hold text in some form; partitions have those of their table. */
const textColumns = `select n.nspname || '.' || c.relname as "table", a.attname as "column"
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and n.nspname !~ '^(pg_|information_schema)'
    and coalesce(nullif(t.typelem, 0), t.oid) in (
      'text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'char'::regtype, 'json'::regtype, 'jsonb'::regtype,
      'bytea'::regtype, 'inet'::regtype, 'cidr'::regtype, 'xml'::regtype)
  order by 1, 2`;

type Column = { readonly table: string; readonly column: string };

async function listColumns(): Promise<Column[]> {
  return harness.current.ctx.db.many<Column>({ text: textColumns, values: [] });
}

const declaredColumns = (table: string): string[] => {
  const { personal = {}, plain = [] } = allPersonalData[table] ?? {};
  return [...Object.keys(personal), ...plain];
};

describe('every column that can hold a text', () => {
  it('is declared, as personal data or as none', async () => {
    const missing = (await listColumns()).filter(({ table, column }) => !declaredColumns(table).includes(column));
    expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });

  it('an undeclared text column is detected', async () => {
    const { owner: db } = harness.current;
    await db.many({ text: 'alter table intakes.intakes add column nickname text', values: [] });
    const missing = (await listColumns()).filter(({ table, column }) => !declaredColumns(table).includes(column));
    await db.many({ text: 'alter table intakes.intakes drop column nickname', values: [] });
    expect(missing).toEqual([{ table: 'intakes.intakes', column: 'nickname' }]);
  });

  it('each declared column exists, once', async () => {
    const columns = new Set((await listColumns()).map(({ table, column }) => `${table}.${column}`));
    const declared = Object.keys(allPersonalData).flatMap((table) =>
      declaredColumns(table).map((column) => `${table}.${column}`),
    );
    expect(declared.filter((name) => !columns.has(name))).toEqual([]);
    expect(declared.filter((name, index) => declared.indexOf(name) !== index)).toEqual([]);
  });
});

describe('a declaration', () => {
  it('a declaration names an existing job, or the other process that deletes the rows', () => {
    const jobs = new Set([
      ...listJobs(harness.current.ctx).map(({ name }) => name),
      // The dispatcher moves ended deliveries to the history.
      'webhooks.dispatch',
      // A library deletes its own expired counters.
      'rate-limiter-flexible',
    ]);
    const named = Object.values(allPersonalData).flatMap(({ period }) => ('job' in period ? [period.job] : []));
    expect(named.filter((job) => !jobs.has(job))).toEqual([]);
  });

  it('one module declares each table', () => {
    const tables = Object.values(personalDataByModule).flatMap((tables) => Object.keys(tables));
    expect(new Set(tables).size).toBe(tables.length);
  });
});
