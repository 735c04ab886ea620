import { prices } from '#modules/checkout';
import { rosterLimits } from '#lib/api/body-limits';
import type { Issue } from '#platform/errors';
import type { Institution, Plan, Program } from './schemas.ts';
import type { StoredInstitution } from './store.ts';

/** The price of representation before any subsidy, in cents. */
export const listPriceCents = prices.representationCents;

export const bulkMaxRows = 500;
export const rosterMaxRows = rosterLimits.lines.rows;

/** What the borrower pays for representation under a program (D-100). */
export function priceOf({ mode, subsidy_type: type, subsidy_value: value }: Program): number {
  if (mode === 'institution_paid') return 0;
  if (mode === 'borrower_paid' || value === null) return listPriceCents;
  if (type === 'fixed') return Math.max(0, listPriceCents - value);
  return Math.round((listPriceCents * (100 - value)) / 100);
}

/** A subsidy has both its type and its value, or neither. */
export function programIssues({ mode, subsidy_type: type, subsidy_value: value }: Program): Issue[] {
  if (mode !== 'subsidized') {
    return type === null && value === null
      ? []
      : [{ path: 'program', message: 'only a subsidized program has a subsidy' }];
  }
  if (type === null || value === null) return [{ path: 'program', message: 'a subsidized program needs a subsidy' }];
  return type === 'percent' && value > 100
    ? [{ path: 'program.subsidy_value', message: 'must be at most 100 percent' }]
    : [];
}

export function planIssues(plans: readonly Plan[]): Issue[] {
  const codes = new Set(plans.map(({ code }) => code));
  return codes.size === plans.length ? [] : [{ path: 'plans', message: 'must not name a code twice' }];
}

export const toInstitution = (row: StoredInstitution, status: Institution['status']): Institution => ({
  id: row.id,
  object: 'gap.institution',
  name: row.name,
  status,
  program: row.program,
  plans: row.plans,
  technical_contact_email: row.technical_contact_email,
  billing_contact_email: row.billing_contact_email,
  bill_to: row.bill_to,
  created_at: row.created_at.toISOString(),
  live_requested_at: row.live_requested_at?.toISOString() ?? null,
  live_requested_by: row.live_requested_by,
});
