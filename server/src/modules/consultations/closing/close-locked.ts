import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import type { LockedConsultation } from '../facts.ts';
import { lockConsultation } from '../lifecycle/lifecycle.ts';
import type { ConsultationMoney, ClosingSources, EndedSource } from './facts.ts';
import { closingAad, insertClosing, updateClosedWithReason } from './store.ts';

export type LockedForClosing = {
  readonly locked: LockedConsultation;
  readonly source: EndedSource;
  readonly money: ConsultationMoney;
};

type Closing = { readonly reason: string; readonly note?: string | undefined; readonly by?: string | undefined };

type CaseToClose = {
  readonly id: string;
  readonly source: LockedConsultation['source'];
  readonly sourceId: string;
};

/**
 * Locks a case and everything that ends with it, in the order of record 0024, and closes it for the reason that
 * `decide` returns; without a reason it stays open. Returns whether it was closed.
 */
export async function closeLocked(
  tx: Tx,
  { id, source: origin, sourceId, sources }: CaseToClose & { readonly sources: ClosingSources },
  decide: (facts: LockedForClosing) => Closing | undefined | Promise<Closing | undefined>,
): Promise<boolean> {
  const payments = await sources.lockMoney(tx, id);
  const source = await sources.sources[origin](tx, sourceId);
  const locked = await lockConsultation(tx, id);
  const closing = await decide({ locked, source, money: await payments.read() });
  if (closing === undefined) return false;
  const now = tx.clock.now();
  updateClosedWithReason(tx.db, { id, now, reason: closing.reason, by: closing.by ?? null });
  const closingId = newId('clo', now);
  insertClosing(tx.db, {
    id: closingId,
    consultation_id: id,
    action: 'closed',
    reason: closing.reason,
    encrypted_note: closing.note === undefined ? null : tx.vault.encrypt(closing.note, closingAad(closingId)),
    staff_id: closing.by ?? null,
    at: now,
  });
  payments.end();
  source.end(locked.deliveredAt !== undefined || locked.settledAt !== undefined);
  return true;
}
