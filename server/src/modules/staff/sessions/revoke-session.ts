import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { revokeSessionRow } from './store.ts';

export async function revokeSession(ctx: Ctx, id: string): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const ended = await revokeSessionRow(tx.db, id, { staffId, now: tx.clock.now() });
    if (ended === undefined) throw notFound('You have no such session.');
  });
  return { ok: true };
}
