import type { Tx } from '#context';
import { bulkResult, type BulkResult, type RowOutcome } from '#lib/bulk-result';
import { validationFailed } from '#platform/errors';
import { enroll, termsOf } from './enroll.ts';
import { judgeRow } from './judge-row.ts';
import type { Owner } from './store.ts';

/** Many enrollments in one call: each row on its own, good ones enrolled and bad ones explained (decision 115). */
export async function enrollBulk(tx: Tx, owner: Owner, rows: readonly unknown[]): Promise<BulkResult> {
  const terms = await termsOf(tx, owner);
  const judged = rows.map((row) => judgeRow(row, terms));
  const good = judged.flatMap((row) => ('members' in row ? [row.members] : []));
  const outcomes = (good.length === 0 ? [] : await enroll(tx, owner, good)).values();
  return bulkResult(
    rows,
    judged.map((row): RowOutcome => {
      if ('issues' in row) return validationFailed(row.issues);
      const outcome = outcomes.next().value;
      if (outcome === undefined) throw new Error('every good row has an outcome');
      return outcome;
    }),
  );
}
