import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { findReferredLoan } from '#modules/referrals';
import { loanNotFound } from '../errors.ts';

/** The institution of a referral, for staff, who address a referral by its id alone. */
export async function getLoanInstitution(ctx: Ctx, referralId: string): Promise<string> {
  requireStaff(ctx.actor);
  const loan = await findReferredLoan(ctx, referralId);
  if (loan === undefined) throw loanNotFound();
  return loan.institutionId;
}
