import type { Tx } from '#context';
import { insertPrincipal } from './principal-store.ts';

/** From now on the institution can hold credentials. */
export function createInstitutionPrincipal(tx: Tx, institutionId: string): void {
  insertPrincipal(tx.db, { id: institutionId, status: 'active', livemode: true, created_at: tx.clock.now() });
}
