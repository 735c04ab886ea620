import { isLockTimeout, lockKey, type BulkSession } from '#platform/db';
import type { Tenant } from '#modules/partners';
import { syncRunning } from '../errors.ts';

/** One roster of an institution at a time; the next waits, up to the lock timeout. The lock is held by the session. */
export async function lockRoster(session: BulkSession, { institutionId, livemode }: Tenant): Promise<void> {
  await session.run({
    text: 'select pg_advisory_lock($1::bigint)',
    values: [lockKey(`plans.roster/${institutionId}/${livemode ? 'live' : 'test'}`)],
    explain: (error) => (isLockTimeout(error) ? syncRunning() : undefined),
  });
}
