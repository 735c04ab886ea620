import type { Ctx } from '#context';
import { contactHashes } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { countUnread } from '../store.ts';

/** How many replies wait to be read, by case; cases without any are left out, and so are those that cannot be decrypted. */
export async function listUnreadCounts(
  ctx: Ctx,
  caseIds: readonly string[],
  onUnreadable?: (caseId: string) => void,
): Promise<ReadonlyMap<string, number>> {
  const cases = (await listContacts(ctx, caseIds, onUnreadable)).map(({ id, contacts }) => ({
    id,
    hashes: contactHashes(ctx, contacts),
  }));
  const hashes = cases.flatMap((one) => one.hashes);
  if (hashes.length === 0) return new Map();
  const rows = await countUnread(ctx.db, hashes);
  const unread = new Map(rows.map((row) => [row.contact_hash?.toString('hex'), row.unread]));
  return new Map(
    cases
      .map(
        ({ id, hashes: own }) =>
          [id, own.reduce((sum, hash) => sum + (unread.get(hash.toString('hex')) ?? 0), 0)] as const,
      )
      .filter(([, count]) => count > 0),
  );
}
