import type { Issue } from '#platform/errors';
import { createValidator, toIssues } from '#platform/validation';
import { readEnrollment, type Members, type Terms } from '../row-rules.ts';
import { newEnrollmentSchema, type NewEnrollment } from '../schemas.ts';

const validate = createValidator().compile<NewEnrollment>(newEnrollmentSchema);

/** A row of a file or of a bulk call: its members, or all its issues. */
export function validateRow(
  row: unknown,
  terms: Terms,
): { readonly members: Members } | { readonly issues: readonly Issue[] } {
  if (!validate(row)) return { issues: toIssues(validate.errors ?? []) };
  const { issues, members } = readEnrollment(row, terms);
  return issues.length > 0 ? { issues } : { members };
}
