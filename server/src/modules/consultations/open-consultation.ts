import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { findWindow, keyOf, unknownWindow, type CallContact } from './call-window.ts';
import { insertWindow } from './queue-store.ts';
import { phoneName, tiers } from './rules.ts';
import { sealContact } from './sealed-contact.ts';
import { insertConsultation, insertNumbered, type NewConsultation } from './store.ts';

export type OpenConsultation = {
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly priority: boolean;
  /** A case of the sandbox: hidden from the board unless asked for. */
  readonly test?: boolean;
  /** Whom to call and where they are. Left out, people look the number up and call within the strictest hours. */
  readonly contact?: CallContact;
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

function toRow(tx: Tx, { source, sourceId, priority, test = false, contact }: OpenConsultation): NewConsultation {
  const now = tx.clock.now();
  const id = newId('con', now);
  const window = findWindow(contact);
  const windowKey = keyOf(window);
  if (windowKey !== unknownWindow) insertWindow(tx.db, { key: windowKey, ...window });
  const phone = contact?.phone;
  return {
    id,
    source,
    sourceId,
    priority,
    test,
    openedAt: now,
    ready: contact === undefined || phone !== undefined,
    tier: priority ? tiers.priority : tiers.ordinary,
    windowKey,
    sealedPhone: sealContact(tx, id, contact),
    phoneHash: phone === undefined ? null : tx.vault.fingerprint(phoneName(phone)),
  };
}
