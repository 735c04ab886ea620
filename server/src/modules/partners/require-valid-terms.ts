import { validationFailed } from '#platform/errors';
import { planIssues, programIssues } from './rules.ts';
import type { InstitutionPatch } from './schemas.ts';

export function requireValidTerms({ program, plans }: Pick<InstitutionPatch, 'program' | 'plans'>): void {
  const issues = [...(program ? programIssues(program) : []), ...(plans ? planIssues(plans) : [])];
  if (issues.length > 0) throw validationFailed(issues);
}
