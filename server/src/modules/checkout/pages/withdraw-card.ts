import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { getConsultation, lockConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { byCustomer, mayWithdraw } from '../card-rules.ts';
import { updateRequestedAction } from '../hold-change-store.ts';
import { listHoldsOf, lockHold } from '../hold-store.ts';
import { lookAtHold } from './look-at-hold.ts';
import { findCheckoutByToken } from '../store.ts';
import { standingStates } from '../transitions.ts';
import { recordCardConsent } from './record-card-consent.ts';

type WithdrawCard = { readonly token: string; readonly address: string; readonly userAgent: string };

/** The request removes the card itself; until then a worker would only repeat the same call. */
const ownLeaseS = 60;

/** The owner takes the saved card back. What the terms do not allow changes nothing, and the page says where it stands. */
export async function withdrawCard(ctx: Ctx, { token, address, userAgent }: WithdrawCard): Promise<void> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (checkout === undefined) return;
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const card = holds.findLast(({ kind, state }) => kind === 'card' && standingStates.includes(state));
  if (card === undefined) return;
  const { id: holdId, consultationId } = card;
  const requested = await transact(ctx, async (tx) => {
    // The settlement is recorded under this lock, and so is a charge requested.
    await lockConsultation(tx, consultationId);
    const { settled_at: settledAt, source_id: subjectId } = await getConsultation(ctx, consultationId);
    const hold = await lockHold(tx.db, holdId);
    if (hold === undefined || !mayWithdraw(hold, { settled: settledAt !== null })) return false;
    const now = tx.clock.now();
    const checkAt = addSeconds(now, ownLeaseS);
    updateRequestedAction(tx.db, { id: holdId, action: 'release', cents: null, by: byCustomer, now, checkAt });
    const { amountCents, acceptance } = hold;
    const about = { holdId, subjectId, amountCents, termsVersion: acceptance.terms_version };
    recordCardConsent(tx, checkout, { ...about, decision: 'withdrawn', address, userAgent });
    return true;
  });
  if (!requested) return;
  await lookAtHold(ctx, holdId);
}
