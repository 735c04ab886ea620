import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { dayOf } from '#lib/time/dates';
import { getInstitution } from '#modules/partners';
import { transact } from '#platform/db';
import type { NewTerms } from '../schemas.ts';
import { upsertTerms } from '../store.ts';

/**
 * Sets what the GAP program of an institution covers, for referrals made from a day on. Set for the same day again, it
 * corrects what counts for referrals that are not settled; what was set before stays stored.
 */
export async function setProgramTerms(ctx: Ctx, institutionId: string, terms: NewTerms): Promise<void> {
  const { staffId: setBy } = requireStaff(ctx.actor);
  const setAt = ctx.clock.now();
  await transact(ctx, async (tx) => {
    await getInstitution(tx, institutionId);
    upsertTerms(tx.db, {
      institutionId,
      effectiveOn: terms.effective_on ?? dayOf(setAt),
      ltvCapPercent: terms.ltv_cap_percent ?? null,
      deductibleCoverCents: terms.deductible_cover_cents ?? null,
      setBy,
      setAt,
    });
  });
}
