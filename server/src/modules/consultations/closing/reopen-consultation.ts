import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { getConsultation } from '../lifecycle/get-consultation.ts';
import { lockConsultation } from '../lifecycle/lock-consultation.ts';
import type { Consultation } from '../schemas.ts';
import { notClosed, notReopened, anotherIsOpen } from './errors.ts';
import type { ClosingSources } from './facts.ts';
import { mayReopen } from './rules.ts';
import { closingAad, findClosingFacts, insertClosing, updateReopened } from './store.ts';

type ReopenConsultation = { readonly id: string; readonly reason: string; readonly sources: ClosingSources };

/**
 * Opens a closed case again, with the reason in words. What was published stays: a referral that is closed and a
 * redemption that is completed do not go back. Refused while its owner has another open case about the same vehicle.
 */
export async function reopenConsultation(ctx: Ctx, { id, reason, sources }: ReopenConsultation): Promise<Consultation> {
  const { staffId } = requireStaff(ctx.actor);
  const { source, source_id: sourceId } = await getConsultation(ctx, id);
  await transact(ctx, async (tx) => {
    const payments = await sources.lockMoney(tx, id);
    const origin = await sources.sources[source](tx, sourceId);
    const locked = await lockConsultation(tx, id);
    if (locked.closedAt === undefined) throw notClosed();
    const facts = await findClosingFacts(tx.db, id);
    if (!mayReopen(facts?.closed_reason ?? null)) throw notReopened();
    const otherId = await origin.resume();
    if (otherId !== undefined) throw anotherIsOpen(await getConsultation(tx, otherId));
    const now = tx.clock.now();
    updateReopened(tx.db, id, now);
    const closingId = newId('clo', now);
    insertClosing(tx.db, {
      id: closingId,
      consultation_id: id,
      action: 'reopened',
      reason: null,
      sealed_note: tx.vault.encrypt(reason, closingAad(closingId)),
      staff_id: staffId,
      at: now,
    });
    payments.resume();
  });
  return getConsultation(ctx, id);
}
