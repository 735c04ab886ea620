import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';
import type { Db } from '#platform/db';
import { exportTooLarge } from '#platform/errors';
import { bind } from './erase-rows.ts';
import type { PersonalData, DataSubject, StoredRow, TableDeclaration } from './declaration.ts';

type ReadParts = { readonly db: Db; readonly vault: Vault; readonly clock: Clock };

export type ListedRows = Readonly<Record<string, readonly StoredRow[]>>;

/** Rows of one table in an export. No person has more, and an incomplete export is refused. */
const rowsMax = 20_000;

/** A person's stored data, decrypted, by table. Fingerprints are left out, because they are meaningless to a reader. */
export async function listRows(parts: ReadParts, declared: PersonalData, person: DataSubject): Promise<ListedRows> {
  const listed: Record<string, readonly StoredRow[]> = {};
  for (const [table, declaration] of Object.entries(declared)) {
    if (declaration.rows === undefined) continue;
    const text = `select * from ${table} where ${declaration.rows} limit ${rowsMax + 1}`;
    const rows = await parts.db.many<StoredRow>(bind(text, { ...parts, person }));
    if (rows.length > rowsMax)
      throw exportTooLarge(`There are more than ${rowsMax} rows in ${table}, more than one export can hold.`);
    if (rows.length > 0) listed[table] = rows.map((row) => toReadable(parts, declaration, row));
  }
  return listed;
}

/** How many rows of each table belong to a person. */
export async function countRows(parts: ReadParts, declared: PersonalData, person: DataSubject) {
  const counts: Record<string, number> = {};
  for (const [table, { rows }] of Object.entries(declared)) {
    if (rows === undefined) continue;
    const found = await parts.db.find<{ count: number }>(
      bind(`select count(*)::int as count from ${table} where ${rows}`, { ...parts, person }),
    );
    if (found !== undefined && found.count > 0) counts[table] = found.count;
  }
  return counts;
}

function toReadable({ vault }: ReadParts, { personal = {} }: TableDeclaration, row: StoredRow): StoredRow {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
      const declared = personal[column];
      if (value === null) return [];
      if (!Buffer.isBuffer(value)) return [[column, value]];
      if (declared?.aad === undefined) return [];
      return [[column.replace(/^sealed_/, ''), readText(vault.decrypt(value, declared.aad(row)))]];
    }),
  );
}

function readText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
