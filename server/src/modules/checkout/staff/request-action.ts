import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { lockConsultation, type LockedConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { holdNotFound, providerRefused } from '../errors.ts';
import { updateRequestedAction, type RequestedAction } from '../hold-change-store.ts';
import { findHold, listHoldsOf, lockHold, type Hold } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import type { Product } from '../rules.ts';
import type { HoldView } from '../schemas.ts';
import { getHold } from './hold-views.ts';
import { reconcileNow } from './reconcile-now.ts';

/** The request calls the provider itself; until then a worker would only repeat the same call. */
const ownLeaseS = 60;

type Decided = Pick<RequestedAction, 'action' | 'cents'>;

type LockedFacts = {
  readonly hold: Hold;
  /** All holds of its checkout. */
  readonly beside: readonly Hold[];
  /** Products recorded as paid outside the provider. */
  readonly paid: readonly Product[];
  readonly consultation: LockedConsultation;
};

/**
 * Stores the requested action, then has it done. A provider that does not respond delays no one: the response shows
 * the requested action, and a worker continues with it.
 */
export async function requestAction(
  ctx: Ctx,
  holdId: string,
  decide: (facts: LockedFacts) => Decided,
): Promise<HoldView> {
  const { staffId } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const decided = decide(await lockFacts(tx, holdId));
    const now = tx.clock.now();
    updateRequestedAction(tx.db, { id: holdId, ...decided, by: staffId, now, checkAt: addSeconds(now, ownLeaseS) });
  });
  if ((await reconcileNow(ctx, holdId)) === 'refused') throw providerRefused();
  return getHold(ctx, holdId);
}

/** Locks the consultation first, so that its settlement does not change while the decision depends on it. */
async function lockFacts(tx: Tx, holdId: string): Promise<LockedFacts> {
  const unlocked = await findHold(tx.db, holdId);
  if (unlocked === undefined) throw holdNotFound();
  const consultation = await lockConsultation(tx, unlocked.consultationId);
  const locked = await lockHold(tx.db, holdId);
  if (locked === undefined) throw holdNotFound();
  // All read in one statement, since the amount due depends on the research; only ended holds may be missing.
  const beside = await listHoldsOf(tx.db, unlocked.checkoutId);
  const hold = beside.find(({ id }) => id === holdId) ?? locked;
  const paid = await listPaidProducts(tx.db, unlocked.consultationId);
  return { hold, beside, paid, consultation };
}
