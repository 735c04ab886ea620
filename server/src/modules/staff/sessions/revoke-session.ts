import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { deleteDevice } from '../devices/store.ts';
import { revokeSessionRow } from './store.ts';

export async function revokeSession(ctx: Ctx, id: string): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const ended = await revokeSessionRow(tx.db, id, { staffId, now: tx.clock.now() });
    if (ended === undefined) throw notFound('You have no such session.');
    // Whoever ends a session from elsewhere has perhaps lost that device.
    if (ended.device_id !== null) deleteDevice(tx.db, staffId, ended.device_id);
  });
  return { ok: true };
}
