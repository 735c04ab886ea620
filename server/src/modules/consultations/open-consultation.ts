import type { Tx } from '#context';
import { newId } from '#lib/ids';
import type { CallContact } from './call-window.ts';
import { tiers } from './rules.ts';
import { keepContact } from './sealed-contact.ts';
import { insertConsultation, insertNumbered, type NewConsultation } from './store.ts';

export type OpenConsultation = {
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly priority: boolean;
  /** A case of the sandbox: hidden from the board unless asked for. */
  readonly test?: boolean;
  /** Until when it is open unless its owner says yes; left out, until somebody closes it. */
  readonly endsAt?: Date;
  /** Whom to call and where they are; whoever changes it at the source says so by changeContact. */
  readonly contact: CallContact;
};

/** Puts a case on the board for a person to call. */
export function openConsultation(tx: Tx, input: OpenConsultation): string {
  const row = toRow(tx, input);
  insertConsultation(tx.db, row);
  return row.id;
}

/** The same for a case whose number must be told at once. */
export async function openNumberedConsultation(
  tx: Tx,
  input: OpenConsultation,
): Promise<{ readonly id: string; readonly number: string }> {
  return insertNumbered(tx.db, toRow(tx, input));
}

function toRow(
  tx: Tx,
  { source, sourceId, priority, test = false, endsAt, contact }: OpenConsultation,
): NewConsultation {
  const now = tx.clock.now();
  const id = newId('con', now);
  return {
    id,
    source,
    sourceId,
    priority,
    test,
    openedAt: now,
    endsAt: endsAt ?? null,
    tier: priority ? tiers.priority : tiers.ordinary,
    ...keepContact(tx, id, contact),
  };
}
