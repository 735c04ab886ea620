import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import type { TermsList } from '../schemas.ts';
import { listTermsRows } from '../store.ts';

/** Nobody changes terms a hundred times. */
const termsMax = 100;

/** What the GAP program of an institution covers, the newest first. */
export async function listProgramTerms(ctx: Ctx, institutionId: string): Promise<TermsList> {
  requireStaff(ctx.actor);
  const [rows] = await Promise.all([
    listTermsRows(ctx.db, [institutionId], termsMax),
    getInstitution(ctx, institutionId),
  ]);
  return {
    object: 'list',
    data: rows.map((row) => ({
      effective_on: row.effectiveOn,
      ltv_cap_percent: row.ltvCapPercent,
      deductible_cover_cents: row.deductibleCoverCents,
      set_by: row.setBy,
      set_at: row.setAt.toISOString(),
    })),
  };
}
