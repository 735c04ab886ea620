import { requireRole, requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import type { RequestView } from '../schemas.ts';
import { updateDone } from '../store.ts';
import { toRequestView } from './to-request-view.ts';

/** What the law gives a day for: whoever may export and erase says that it is done. */
const ofLeads: readonly string[] = ['copy', 'delete'];

/** Somebody of the team has done what the customer asked for. */
export async function finishRequest(ctx: Ctx, id: string): Promise<RequestView> {
  const actor = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const row = await updateDone(tx.db, { id, by: actor.staffId, now: tx.clock.now() });
    if (row === undefined) throw notFound('No request has this id.');
    if (ofLeads.includes(row.kind)) requireRole(actor, 'lead');
    return toRequestView(tx, row);
  });
}
