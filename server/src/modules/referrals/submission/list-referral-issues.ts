import type { Issue } from '#platform/errors';
import { createValidator, toIssues } from '#platform/validation';
import { contactIssues } from '../rules.ts';
import { newReferralSchema, type NewReferral } from '../schemas.ts';

const validate = createValidator().compile<NewReferral>(newReferralSchema);

/** What keeps this from being a referral, wherever it comes from; of a referral, nothing. */
export function listReferralIssues(row: unknown): readonly Issue[] {
  const issues = validate(row) ? [] : toIssues(validate.errors ?? []);
  const borrower = (row as Partial<NewReferral> | null)?.borrower;
  return borrower !== null && typeof borrower === 'object' ? [...issues, ...contactIssues(borrower)] : issues;
}
