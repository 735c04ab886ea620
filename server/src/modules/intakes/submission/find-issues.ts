import type { ValidateFunction } from 'ajv';
import { dropOptionalNulls } from '#lib/api/drop-optional-nulls';
import type { Issue } from '#platform/errors';
import { createValidator, maxIssues, toIssues } from '#platform/validation';
import { computeCrossIssues, oneForEachMember } from '../rules.ts';
import { intakeRequestSchema } from '../schemas.ts';

let validate: ValidateFunction | undefined;

/**
 * Everything that the submission is refused for by its form, in the words and the order of the HTTP operation. Nulls in
 * optional members are taken out of it first (D-009).
 */
export function findIssues(body: unknown, registered: boolean): Issue[] {
  validate ??= createValidator().compile(intakeRequestSchema);
  dropOptionalNulls(body, intakeRequestSchema);
  const found = validate(body) ? [] : toIssues(validate.errors ?? []);
  return oneForEachMember([...found, ...computeCrossIssues(body, registered)]).slice(0, maxIssues);
}
