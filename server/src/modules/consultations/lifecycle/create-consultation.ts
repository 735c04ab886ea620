import type { Tx } from '#context';
import { insertConsultation } from '../store.ts';
import { type CreateConsultation, toNewConsultation } from './to-new-consultation.ts';

/** Adds a consultation to the call queue. */
export function createConsultation(tx: Tx, input: CreateConsultation): string {
  const row = toNewConsultation(tx, input);
  insertConsultation(tx.db, row);
  return row.id;
}
