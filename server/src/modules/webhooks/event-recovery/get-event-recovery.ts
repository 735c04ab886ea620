import type { Ctx } from '#context';
import { recoveryNotFound } from '../errors.ts';
import type { EventRecovery } from './schemas.ts';
import { findEventRecovery, type TenantEndpoint } from './store.ts';

/** How far a recovery of named events has come. What was left out was told when it began. */
export async function getEventRecovery(
  ctx: Ctx,
  key: TenantEndpoint,
  recoveryId: string,
): Promise<Omit<EventRecovery, 'left_out'>> {
  const row = await findEventRecovery(ctx.db, key, recoveryId);
  if (row === undefined) throw recoveryNotFound();
  return {
    object: 'portal.event_recovery',
    id: row.id,
    endpoint_id: row.endpoint_id,
    status: row.status,
    total: row.total,
    recovered: row.recovered,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
