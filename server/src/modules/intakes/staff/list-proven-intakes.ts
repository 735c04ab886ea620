import type { Tx } from '#context';
import { listProvenIds } from '../number-store.ts';

/** Of these intakes those whose customer pressed the links to both contacts. */
export const listProvenIntakes = (tx: Tx, ids: readonly string[]): Promise<string[]> => listProvenIds(tx.db, ids);
