import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { stopApplying } from '../store.ts';

/** Stops what is being applied, between two blocks: a block holds its file until it commits. */
export function stopReferralFiles(tx: Tx, tenant: Tenant, problem: 'sandbox_reset'): void {
  stopApplying(tx.db, tenant, { problem, now: tx.clock.now() });
}
