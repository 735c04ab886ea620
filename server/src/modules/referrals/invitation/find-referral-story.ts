import type { Ctx } from '#context';
import { getInstitution, type Program } from '#modules/partners';
import type { ReferralStatus } from '../schemas.ts';
import { findReferral, findTenant } from '../store.ts';

/** Which institution invited a borrower, who pays, and what became of it, for the borrower's own page. */
export type ReferralStory = {
  readonly institution: string;
  readonly mode: Program['mode'];
  /** What the borrower pays for representation. */
  readonly priceCents: number;
  readonly askedAt: Date;
  readonly confirmedAt: Date | undefined;
  readonly status: ReferralStatus;
};

export async function findReferralStory(ctx: Ctx, id: string): Promise<ReferralStory | undefined> {
  const tenant = await findTenant(ctx.db, id);
  const referral = tenant && (await findReferral(ctx.db, tenant, id));
  if (referral === undefined) return undefined;
  const { name: institution } = await getInstitution(ctx, referral.institutionId);
  const { program, priceCents, createdAt, activatedAt, status } = referral;
  return {
    institution,
    mode: program.mode,
    priceCents,
    askedAt: createdAt,
    confirmedAt: activatedAt ?? undefined,
    status,
  };
}
