import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { insertConsultation, insertNumbered } from './store.ts';

export type OpenConsultation = {
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly priority: boolean;
  /** A case of the sandbox: hidden from the board unless asked for. */
  readonly test?: boolean;
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

function toRow(tx: Tx, { source, sourceId, priority, test = false }: OpenConsultation) {
  const now = tx.clock.now();
  return { id: newId('con', now), source, sourceId, priority, test, openedAt: now };
}
