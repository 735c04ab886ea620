import type { Tx } from '#context';
import { insertNumbered } from '../store.ts';
import { type CreateConsultation, toNewConsultation } from './to-new-consultation.ts';

/** Adds a consultation whose number must be in the answer, which costs a read. */
export async function createNumberedConsultation(
  tx: Tx,
  input: CreateConsultation,
): Promise<{ readonly id: string; readonly number: string }> {
  return insertNumbered(tx.db, toNewConsultation(tx, input));
}
