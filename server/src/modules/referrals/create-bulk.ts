import type { Tx } from '#context';
import { bulkResult, type BulkResult, type RowOutcome } from '#lib/bulk-result';
import { validationFailed, type Issue } from '#platform/errors';
import { createValidator, toIssues } from '#platform/http';
import { createReferrals } from './create-referrals.ts';
import { contactIssues } from './rules.ts';
import { newReferralSchema, type NewReferral } from './schemas.ts';
import type { Owner } from './store.ts';

const validate = createValidator().compile<NewReferral>(newReferralSchema);

/** Many referrals in one call: each row on its own, good ones created and bad ones explained (decision 106). */
export async function createBulk(tx: Tx, owner: Owner, rows: readonly unknown[]): Promise<BulkResult> {
  const judged = rows.map((row) => ({ row, issues: issuesOf(row) }));
  const good = judged.flatMap(({ row, issues }) => (issues.length === 0 ? [row as NewReferral] : []));
  const created =
    good.length === 0 ? [] : await createReferrals(tx, { owner, submittedVia: 'api_bulk', requests: good });
  const outcomes = created.values();
  return bulkResult(
    rows,
    judged.map(({ issues }): RowOutcome => {
      if (issues.length > 0) return validationFailed(issues);
      const outcome = outcomes.next().value;
      if (outcome === undefined) throw new Error('every good row has an outcome');
      return outcome;
    }),
  );
}

function issuesOf(row: unknown): readonly Issue[] {
  const issues = validate(row) ? [] : toIssues(validate.errors ?? []);
  const borrower = (row as Partial<NewReferral> | null)?.borrower;
  return borrower !== null && typeof borrower === 'object' ? [...issues, ...contactIssues(borrower)] : issues;
}
