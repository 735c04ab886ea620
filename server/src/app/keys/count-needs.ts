import type { Ctx } from '#context';
import { encryptedColumns, fingerprintColumns, type FingerprintColumn } from './keyed-columns.ts';

/** How many values of one column were made with one key. */
export type Need = {
  readonly table: string;
  readonly column: string;
  readonly kind: 'encrypted' | 'wrapped' | 'fingerprint';
  readonly keyId: string;
  readonly count: number;
  readonly lastUse: Date | undefined;
};

type Counted = { key_id: string; wrapped: boolean; count: number; last_use: Date | null };

/** Which keys the database's values need, by declared column. Reads all rows. */
export async function countNeeds({ db }: Pick<Ctx, 'db'>): Promise<Need[]> {
  const needs: Need[] = [];
  for (const { table, column } of encryptedColumns) {
    const rows = await db.many<Counted>({ text: encryptedText(table, column), values: [] });
    needs.push(...rows.map((row) => toNeed({ table, column }, row, row.wrapped ? 'wrapped' : 'encrypted')));
  }
  for (const one of fingerprintColumns) {
    const rows = await db.many<Counted>({ text: fingerprintText(one), values: [] });
    needs.push(...rows.map((row) => toNeed(one, row, 'fingerprint')));
  }
  return needs;
}

const toNeed = ({ table, column }: Pick<Need, 'table' | 'column'>, row: Counted, kind: Need['kind']): Need => ({
  table,
  column,
  kind,
  keyId: row.key_id,
  count: row.count,
  lastUse: row.last_use ?? undefined,
});

const encryptedText = (table: string, column: string): string =>
  `select encode(substr(${column}, 2, 4), 'hex') as key_id, get_byte(${column}, 0) = 3 as wrapped, count(*)::integer as count,
     null::timestamptz as last_use
   from ${table} where ${column} is not null group by 1, 2 order by 1, 2`;

// 32 bytes, followed by the version 2 and four of the key's id.
function fingerprintText({ table, column, lastUse = 'null::timestamptz', text, array }: FingerprintColumn): string {
  const from = array === true ? `${table}, unnest(${column}) as hash` : table;
  const hash = array === true ? 'hash' : column;
  // A part of the digits names no key; all of them do.
  const keyId = text === true ? `right(${hash}, 8)` : `encode(substr(${hash}, 34), 'hex')`;
  const made = text === true ? `${hash} ~ '^[0-9a-f]{64}02[0-9a-f]{8}$'` : `length(${hash}) = 37`;
  return `select ${keyId} as key_id, false as wrapped, count(*)::integer as count, max(${lastUse}) as last_use
   from ${from} where ${made} group by 1 order by 1`;
}
