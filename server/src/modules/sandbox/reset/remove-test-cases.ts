import type { Tx } from '#context';
import { deleteConsultations } from './removal-store.ts';

/** Test cases with what is stored of them in tables of their own; live ones are never touched. */
export const removeTestCases = (tx: Tx, consultationIds: readonly string[]): void =>
  deleteConsultations(tx.db, consultationIds);
