import type { Tx } from '#context';
import { bulkResult, type BulkResult, type RowOutcome } from '#lib/api/bulk-result';
import { validationFailed } from '#platform/errors';
import type { Tenant } from '#modules/partners';
import type { NewReferral } from '../schemas.ts';
import { createReferrals } from './create-referrals.ts';
import { listReferralIssues } from './list-referral-issues.ts';

/**
 * Many referrals in one call: each row is handled on its own, valid ones created and invalid ones explained (D-106).
 */
export async function createBulk(tx: Tx, tenant: Tenant, rows: readonly unknown[]): Promise<BulkResult> {
  const validated = rows.map((row) => ({ row, issues: listReferralIssues(tx.config, row) }));
  const good = validated.flatMap(({ row, issues }) => (issues.length === 0 ? [row as NewReferral] : []));
  const created =
    good.length === 0 ? [] : await createReferrals(tx, { tenant, submittedVia: 'api_bulk', requests: good });
  const outcomes = created.values();
  return bulkResult(
    rows,
    validated.map(({ issues }): RowOutcome => {
      if (issues.length > 0) return validationFailed(issues);
      const outcome = outcomes.next().value;
      if (outcome === undefined) throw new Error('every good row has an outcome');
      return outcome;
    }),
  );
}
