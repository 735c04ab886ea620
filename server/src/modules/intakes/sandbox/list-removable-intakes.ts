import type { Tx } from '#context';
import { lockRemovable } from './store.ts';

type Removable = { readonly before: Date; readonly except: readonly string[]; readonly limit: number };

/** Test intakes from before then, with their cases, locked; what a legal hold is on is left out. */
export const listRemovableIntakes = (tx: Tx, { before, except, limit }: Removable) =>
  lockRemovable(tx.db, before, { except, limit });
