import type { Tx } from '#context';
import { updateDataRequestsDone } from '../store.ts';

type FinishDataRequests = { readonly consultationIds: readonly string[]; readonly by: string };

/** Nothing is left to copy, correct or delete in these cases: what their customers asked for is done. */
export const finishDataRequests = (tx: Tx, { consultationIds, by }: FinishDataRequests): void =>
  updateDataRequestsDone(tx.db, { consultationIds, by, now: tx.clock.now() });
