import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { stopApplying } from '../store.ts';

/**
 * Stops what is being applied: the block that is at work commits before or not at all. What is undone goes on, since undoing makes
 * no enrollments.
 */
export function stopRosterFiles(tx: Tx, tenant: Tenant, problem: 'sandbox_reset'): void {
  stopApplying(tx.db, tenant, { problem, now: tx.clock.now() });
}
