import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { zonedDayOf } from '#lib/time/zoned-day';
import { newId } from '#lib/tokens/ids';
import { findReferredLoan } from '#modules/referrals';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { loanNotFound } from '../errors.ts';
import type { LoanBody } from '../schemas.ts';
import { insertLoanStatement } from '../store.ts';

type NewStatement = { readonly id: string; readonly body: LoanBody };

/** Records what staff know of a loan, as a whole; what they stated before stays stored and counts no more. */
export async function stateLoan(ctx: Ctx, institutionId: string, { id, body }: NewStatement): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  const { payoff_cents: payoff = null, payoff_as_of: asOf = null, financed_value_cents: financed = null } = body;
  if ((payoff === null) !== (asOf === null))
    throw validationFailed([{ path: 'payoff_as_of', message: 'a payoff has a day, and a day has a payoff' }]);
  const now = ctx.clock.now();
  if (asOf !== null && asOf > zonedDayOf(ctx.config.teamTimeZone, now).date)
    throw validationFailed([{ path: 'payoff_as_of', message: 'must not be in the future' }]);
  await transact(ctx, async (tx) => {
    const loan = await findReferredLoan(tx, id);
    if (loan === undefined || loan.institutionId !== institutionId) throw loanNotFound();
    insertLoanStatement(tx.db, {
      id: newId('lns', now),
      referralId: id,
      payoffCents: payoff,
      payoffAsOf: asOf,
      financedValueCents: financed,
      statedBy: staffId,
      statedAt: now,
    });
  });
}
