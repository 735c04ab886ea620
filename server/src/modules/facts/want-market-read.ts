import type { Tx } from '#context';
import { insertWanted } from './store.ts';

/** Asks for a market read of a new case; it is made soon by `readDueMarkets`, not while its institution waits. */
export function wantMarketRead(tx: Tx, consultationId: string): void {
  insertWanted(tx.db, consultationId, tx.clock.now());
}
