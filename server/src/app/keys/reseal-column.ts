import type { Ctx } from '#context';
import type { EncryptedColumn, Row } from './keyed-columns.ts';

export type Resealed = {
  /** Now encrypted with the writing key. */
  readonly reencrypted: number;
  /** Fingerprints that were recomputed with them. */
  readonly fingerprints: number;
  /** Rows that were locked or changed meanwhile; the next pass checks them again. */
  readonly passedOver: number;
  /** Their key is not in the ring, or they were tampered with. */
  readonly unreadable: number;
};

/** Rows per statement: enough to be worth a round trip, few enough to hold their locks for only milliseconds. */
const rowsPerBatch = 500;

type Parts = Pick<Ctx, 'db' | 'vault'>;
type Change = { readonly key: Row; readonly before: Buffer; readonly after: Buffer; readonly hash?: Buffer };

/** Goes through a column once and re-encrypts values of other keys. Safe to interrupt and rerun. */
export async function resealColumn(ctx: Parts, of: EncryptedColumn): Promise<Resealed> {
  const total = { reencrypted: 0, fingerprints: 0, passedOver: 0, unreadable: 0 };
  const types = await listTypes(ctx, of);
  let last: Row | undefined;
  for (;;) {
    const rows = await ctx.db.many<Row>(pageOf(of, ctx.vault.writingKey(), last));
    last = rows.at(-1);
    if (last === undefined) return total;
    const changes: Change[] = [];
    for (const row of rows) {
      const change = toChange(ctx, of, row);
      if (change === 'unreadable') total.unreadable += 1;
      else if (change !== undefined) changes.push(change);
    }
    const done = await ctx.db.many(replaceOf(of, types, changes));
    total.reencrypted += done.length;
    total.passedOver += changes.length - done.length;
    if (of.hash !== undefined) total.fingerprints += done.length;
  }
}

const tuple = (names: readonly string[]): string => `(${names.join(', ')})`;

function pageOf({ table, column, key, reads = [], hash }: EncryptedColumn, writing: string, last: Row | undefined) {
  const names = [...key, ...reads, column, ...(hash === undefined ? [] : [hash])];
  const after = last === undefined ? '' : `and ${tuple(key)} > ${tuple(key.map((_, index) => `$${index + 2}`))}`;
  return {
    text: `select ${names.join(', ')} from ${table}
     where ${column} is not null and substr(${column}, 2, 4) <> decode($1, 'hex') ${after}
     order by ${key.join(', ')} limit ${rowsPerBatch}`,
    values: [writing, ...(last === undefined ? [] : key.map((name) => last[name]))],
  };
}

function toChange({ vault }: Parts, of: EncryptedColumn, row: Row): Change | 'unreadable' | undefined {
  const before = row[of.column] as Buffer;
  const key = Object.fromEntries(of.key.map((name) => [name, row[name]]));
  const aad = of.aad(row);
  try {
    // Wrapping alone would not detect a value that no key can decrypt.
    const plain = vault.decrypt(before, aad);
    const after = of.wrapped === true ? vault.wrapAgain(before, aad) : vault.encryptAgain(before, aad);
    if (after === undefined) return undefined;
    const stored = of.hash === undefined ? null : (row[of.hash] as Buffer | null);
    const isOfPlain = stored !== null && vault.fingerprints(plain, 'token').some((made) => made.equals(stored));
    return { key, before, after, ...(isOfPlain ? { hash: vault.fingerprint(plain, 'token') } : {}) };
  } catch {
    return 'unreadable';
  }
}

type Types = Readonly<Record<string, string>>;

async function listTypes({ db }: Parts, { table, key }: EncryptedColumn): Promise<Types> {
  const rows = await db.many<{ name: string; type: string }>({
    text: `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attname = any($2::text[])`,
    values: [table, key],
  });
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
}

/** Bytes in the form that PostgreSQL reads. */
const toText = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

/**
 * Only where the old value is unchanged, so that a concurrent change is never overwritten; locked rows are skipped, so
 * that this never waits or deadlocks.
 */
function replaceOf({ table, column, key, hash }: EncryptedColumn, types: Types, changes: readonly Change[]) {
  const columns = key.map((name) => `${name} ${types[name]}`);
  const same = (a: string, b: string) => key.map((name) => `${a}.${name} = ${b}.${name}`).join(' and ');
  const alsoHash = hash === undefined ? '' : `, ${hash} = coalesce(f.next_hash, t.${hash})`;
  return {
    text: `with f as materialized (
       select * from json_to_recordset($1::json) as r (${columns.join(', ')}, prior bytea, next bytea, next_hash bytea)),
     held as materialized (
       select ${key.map((name) => `t.${name}`).join(', ')} from ${table} t join f on ${same('t', 'f')}
       where t.${column} = f.prior order by ${key.map((name) => `t.${name}`).join(', ')} for update of t skip locked)
     update ${table} t set ${column} = f.next${alsoHash}
     from f join held on ${same('held', 'f')} where ${same('t', 'f')} and t.${column} = f.prior
     returning 1 as done`,
    values: [
      JSON.stringify(
        changes.map(({ key: id, before, after, hash: next }) => ({
          ...Object.fromEntries(Object.entries(id).map(([name, value]) => [name, toText(value)])),
          prior: toText(before),
          next: toText(after),
          next_hash: next === undefined ? null : toText(next),
        })),
      ),
    ],
  };
}
