import type { Tx } from '#context';
import { createValidator, toIssues } from '#platform/http';
import { AppError, type Issue } from '#platform/errors';
import { createReferrals } from './create-referrals.ts';
import { contactIssues } from './rules.ts';
import { newReferralSchema, type BulkResult, type NewReferral } from './schemas.ts';
import type { Owner } from './store.ts';

const validate = createValidator().compile<NewReferral>(newReferralSchema);

type Judged = { readonly row: unknown; readonly issues: readonly Issue[] };

/** Many referrals in one call: each row on its own, good ones created and bad ones explained (decision 106). */
export async function createBulk(tx: Tx, owner: Owner, rows: readonly unknown[]): Promise<BulkResult> {
  const judged = rows.map((row): Judged => ({ row, issues: issuesOf(row) }));
  const good = judged.flatMap(({ row, issues }) => (issues.length === 0 ? [row as NewReferral] : []));
  const outcomes =
    good.length === 0 ? [] : await createReferrals(tx, { owner, submittedVia: 'api_bulk', requests: good });
  const next = outcomes.values();
  const results = judged.map(({ row, issues }, index) =>
    issues.length > 0 ? failedRow(index, row, invalid(issues)) : toResult(index, row, next.next().value),
  );
  const created = results.filter(({ status }) => status === 'created').length;
  return { object: 'gap.bulk_result', total: rows.length, created, failed: rows.length - created, results };
}

type Result = BulkResult['results'][number];
type Outcome = Awaited<ReturnType<typeof createReferrals>>[number];

function toResult(index: number, row: unknown, outcome: Outcome | undefined): Result {
  if (outcome === undefined) throw new Error('every good row has an outcome');
  if (outcome instanceof AppError) {
    const { code, message, details } = outcome;
    return failedRow(index, row, { code, detail: message, ...(details as { referral_id: string }) });
  }
  return { index, status: 'created', id: outcome.id, external_ref: outcome.externalRef };
}

const failedRow = (index: number, row: unknown, error: Result['error'] & object): Result => ({
  index,
  status: 'failed',
  external_ref: refOf(row),
  error,
});

const invalid = (issues: readonly Issue[]) => ({
  code: 'validation_failed',
  detail: 'This row does not follow the rules of a referral.',
  issues: [...issues],
});

/** Repeated so that the caller finds its row again, if it is a reference at all. */
const refOf = (row: unknown): string | null => {
  const ref = (row as { external_ref?: unknown } | null)?.external_ref;
  return typeof ref === 'string' && /^.{0,120}$/su.test(ref) ? ref : null;
};

function issuesOf(row: unknown): readonly Issue[] {
  const issues = validate(row) ? [] : toIssues(validate.errors ?? []);
  const borrower = (row as Partial<NewReferral> | null)?.borrower;
  return borrower !== null && typeof borrower === 'object' ? [...issues, ...contactIssues(borrower)] : issues;
}
