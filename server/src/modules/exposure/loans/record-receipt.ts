import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { zonedDayOf } from '#lib/time/zoned-day';
import { newId } from '#lib/tokens/ids';
import { findReferredLoan } from '#modules/referrals';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { loanNotFound } from '../errors.ts';
import type { ReceiptBody } from '../schemas.ts';
import { insertReceipt } from '../store.ts';

type NewReceipt = { readonly id: string; readonly body: ReceiptBody };

/** Records the day on which a paper of the checklist was received, or that it was not. Earlier records stay stored. */
export async function recordReceipt(ctx: Ctx, institutionId: string, { id, body }: NewReceipt): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  if (body.received_on !== null && body.received_on > zonedDayOf(ctx.config.teamTimeZone, now).date)
    throw validationFailed([{ path: 'received_on', message: 'must not be in the future' }]);
  await transact(ctx, async (tx) => {
    const loan = await findReferredLoan(tx, id);
    if (loan === undefined || loan.institutionId !== institutionId) throw loanNotFound();
    insertReceipt(tx.db, {
      id: newId('rcp', now),
      referralId: id,
      item: body.item,
      receivedOn: body.received_on,
      recordedBy: staffId,
      recordedAt: now,
    });
  });
}
