import type { Tx } from '#context';
import { deleteTestIntakes } from './store.ts';

/** Test intakes with their files, links and tokens; live ones are never touched. */
export const removeTestIntakes = (tx: Tx, ids: readonly string[]): void => deleteTestIntakes(tx.db, ids);
