import type { Ctx, Tx } from '#context';
import { getInstitution, type Tenant } from '#modules/partners';
import type { Terms } from '../row-rules.ts';

/** What rows are validated against: the institution's plans and today. */
export async function getTerms(ctx: Ctx | Tx, { institutionId }: Tenant): Promise<Terms> {
  const { plans } = await getInstitution(ctx, institutionId);
  return { plans: plans.map(({ code }) => code), now: ctx.clock.now() };
}
