import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { contactHashes, type Contacts } from '#lib/text/contacts';
import { listSuppressedHashes } from '../customer-store.ts';
import type { Listed } from '../schemas.ts';

/** Whether a contact is on the list. The list holds fingerprints, so it is asked about what somebody types. */
export async function findListing(ctx: Ctx, contacts: Contacts): Promise<Listed> {
  requireStaff(ctx.actor);
  const rows = await listSuppressedHashes(ctx.db, contactHashes(ctx, contacts));
  // What was said to staff stays, whatever else was written: it is what decides.
  const row = rows.find(({ source }) => source !== 'stop_reply') ?? rows[0];
  return {
    listed: row !== undefined,
    since: row?.created_at.toISOString() ?? null,
    source: (row?.source ?? null) as Listed['source'],
  };
}
