import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import type { TermsList } from '../schemas.ts';
import { listTermsHistory, type TermsRow } from '../store.ts';

/** Nobody sets terms a thousand times. */
const termsMax = 1000;

/** What the GAP program of an institution covers, the newest day first, each with what was set for the day before. */
export async function listProgramTerms(ctx: Ctx, institutionId: string): Promise<TermsList> {
  requireStaff(ctx.actor);
  const [rows] = await Promise.all([
    listTermsHistory(ctx.db, institutionId, termsMax),
    getInstitution(ctx, institutionId),
  ]);
  const days = Map.groupBy(rows, ({ effectiveOn }) => effectiveOn);
  return {
    object: 'list',
    data: [...days].flatMap(([effectiveOn, [counting, ...former]]) =>
      counting === undefined
        ? []
        : [{ effective_on: effectiveOn, ...toTermsView(counting), former: former.map(toTermsView) }],
    ),
  };
}

const toTermsView = (row: TermsRow) => ({
  ltv_cap_percent: row.ltvCapPercent,
  deductible_cover_cents: row.deductibleCoverCents,
  set_by: row.setBy,
  set_at: row.setAt.toISOString(),
});
