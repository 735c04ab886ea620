import type { Tx } from '#context';
import { bulkResult, type BulkResult, type RowOutcome } from '#lib/api/bulk-result';
import { validationFailed } from '#platform/errors';
import type { Tenant } from '#modules/partners';
import { enrollVehicles } from './enroll-vehicles.ts';
import { getTerms } from './get-terms.ts';
import { validateRow } from './validate-row.ts';

/**
 * Many enrollments in one call: each row is handled on its own, valid ones enrolled and invalid ones explained (D-115).
 */
export async function enrollBulk(tx: Tx, tenant: Tenant, rows: readonly unknown[]): Promise<BulkResult> {
  const terms = await getTerms(tx, tenant);
  const validated = rows.map((row) => validateRow(row, terms));
  const good = validated.flatMap((row) => ('members' in row ? [row.members] : []));
  const outcomes = (good.length === 0 ? [] : await enrollVehicles(tx, tenant, good)).values();
  return bulkResult(
    rows,
    validated.map((row): RowOutcome => {
      if ('issues' in row) return validationFailed(row.issues);
      const outcome = outcomes.next().value;
      if (outcome === undefined) throw new Error('every good row has an outcome');
      return outcome;
    }),
  );
}
