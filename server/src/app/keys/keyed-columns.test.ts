import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { encryptedColumns, fingerprintColumns, keyedLinks, keylessColumns } from './keyed-columns.ts';

const harness = useHarness();
const source = join(import.meta.dirname, '../..');

const declared = [
  ...encryptedColumns.map(({ table, column }) => `${table}.${column}`),
  ...fingerprintColumns.filter(({ text }) => text !== true).map(({ table, column }) => `${table}.${column}`),
  ...keylessColumns,
];

/** Source files outside tests that match, with the text of each. */
const filesWith = (pattern: RegExp): [file: string, text: string][] =>
  globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('platform/crypto') && !file.startsWith('app/keys'))
    .map((file): [string, string] => [file, readFileSync(join(source, file), 'utf8')])
    .filter(([, text]) => pattern.test(text));

describe('columns made with a key', () => {
  it('is every column of bytes of the migrated database, each declared once', async () => {
    const rows = await harness.current.ctx.db.many<{ name: string }>({
      // A partition has its table's columns, and its rows are reached through the table.
      text: `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
       where udt_name in ('bytea', '_bytea') and table_schema not in ('pg_catalog', 'information_schema')
         and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`,
      values: [],
    });
    expect([...declared].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('every declared column has the declared primary key and columns', async () => {
    for (const { table, column, key, reads = [], hash } of encryptedColumns) {
      const rows = await harness.current.ctx.db.many<{ name: string }>({
        text: `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = $1::regclass and i.indisprimary`,
        values: [table],
      });
      expect([table, ...rows.map(({ name }) => name).sort()]).toEqual([table, ...[...key].sort()]);
      const names = [column, ...key, ...reads, ...(hash === undefined ? [] : [hash])];
      const probe = { text: `select ${names.join(', ')} from ${table} limit 0`, values: [] };
      await expect(harness.current.ctx.db.many(probe)).resolves.toEqual([]);
    }
  });

  it('the last use of fingerprints refers to existing columns', async () => {
    for (const { table, column, lastUse = 'null' } of fingerprintColumns) {
      const probe = { text: `select ${column}, ${lastUse} from ${table} limit 0`, values: [] };
      await expect(harness.current.ctx.db.many(probe)).resolves.toEqual([]);
    }
  });

  it('every encrypted value is bound to a row of a declared table, or is a declared link', () => {
    // The associated data of a value begins with its table.
    const tables = new Set(encryptedColumns.map(({ table }) => table));
    const aads = filesWith(/[aA]ad\b.*=/).flatMap(([file, text]) =>
      [...text.matchAll(/[aA]ad = (?:\([^)]*\): string =>\s*)?[`']([^`'$/]+)/g)].map(([, name = '']) => [file, name]),
    );
    expect(aads.length).toBeGreaterThan(20);
    const unknown = aads.filter(([, name = '']) => !tables.has(name) && !keyedLinks.includes(name));
    expect(unknown).toEqual([]);
    // Each declared column's associated data matches some text in the code.
    const patterns = filesWith(/[aA]ad\b.*=/).flatMap(([, text]) =>
      [...text.matchAll(/[aA]ad = \([^)]*\): string =>\s*`([^`]+)`/g)].map(
        ([, template = '']) => new RegExp(`^${template.replace(/\$\{[^}]+\}/g, '[^/]+')}$`),
      ),
    );
    const inRows = encryptedColumns.filter(({ table }) => table !== 'referrals.referrals');
    for (const { table, column, aad } of inRows) {
      const made = aad(new Proxy({}, { get: (_, name) => `${String(name)}-1` }));
      expect(patterns.filter((pattern) => pattern.test(made)).length, `${table}.${column}: ${made}`).toBeGreaterThan(0);
    }
    // Every use of the vault names one of those, and has no other text.
    const inPlace = filesWith(/vault\.encrypt(Packed)?\(/).flatMap(([file, text]) =>
      [...text.matchAll(/vault\.encrypt(?:Packed)?\([^;]*?`([a-z_]+\.[a-z_]+)\//g)].map(([, name = '']) => [
        file,
        name,
      ]),
    );
    expect(inPlace.filter(([, name = '']) => !tables.has(name))).toEqual([]);
  });
});
