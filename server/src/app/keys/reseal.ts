import type { Ctx } from '#context';
import { findKnownKeys } from '#platform/jobs';
import { encryptedColumns, type EncryptedColumn } from './keyed-columns.ts';
import { resealColumn, type Resealed } from './reseal-column.ts';

export type ResealedColumn = Resealed & { readonly table: string; readonly column: string };

/** How many times locked rows are retried. */
const passes = 5;

/** Why nothing may be re-encrypted yet; undefined when it may. */
export async function findResealProblem({ db, vault }: Pick<Ctx, 'db' | 'vault'>): Promise<string | undefined> {
  const known = await findKnownKeys({ db, vault });
  if (known === undefined) return 'The database is not migrated.';
  const first = vault.keys.find((key) => !key.compares)?.id;
  if (first === undefined || known.others.some(({ keys }) => keys?.includes(first) !== true))
    return `A process that runs does not have the key ${first}: append it everywhere, restart, then put it in front.`;
  if (known.others.some(({ writesWith }) => writesWith !== first))
    return `A process that runs still writes with another key than ${first}: put it in front everywhere and restart.`;
  return undefined;
}

/** Re-encrypts all values of keys other than the first. Values written meanwhile already use it. */
export async function reseal(
  ctx: Pick<Ctx, 'db' | 'vault'>,
  columns: readonly EncryptedColumn[] = encryptedColumns,
): Promise<ResealedColumn[]> {
  const all: ResealedColumn[] = [];
  for (const of of columns) {
    let done = await resealColumn(ctx, of);
    for (let pass = 1; pass < passes && done.passedOver > 0; pass += 1) {
      const more = await resealColumn(ctx, of);
      done = {
        ...more,
        reencrypted: done.reencrypted + more.reencrypted,
        fingerprints: done.fingerprints + more.fingerprints,
      };
    }
    all.push({ table: of.table, column: of.column, ...done });
  }
  return all;
}
