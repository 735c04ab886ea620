import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { contactHashes } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { transact } from '#platform/db';
import { consultationNotFound } from '../errors.ts';
import { updateRead } from '../store.ts';

/** All replies of the case's contacts count as read. */
export function markRepliesRead(ctx: Ctx, consultationId: string): Promise<void> {
  requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const found = (await listContacts(tx, [consultationId])).find(({ id }) => id === consultationId);
    if (found === undefined) throw consultationNotFound();
    const hashes = contactHashes(tx, found.contacts);
    await updateRead(tx.db, { hashes, caseId: consultationId, now: tx.clock.now(), answered: false });
  });
}
