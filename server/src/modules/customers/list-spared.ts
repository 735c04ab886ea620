import type { Ctx, Tx } from '#context';
import { contactHashes, type Contacts } from './find-person.ts';
import { listSparedHashes } from './people-store.ts';

/**
 * Which of these people must not be contacted, in their order. Takes no lock: what is queued for somebody who asks for
 * silence a moment later is withdrawn by that, and held back by the sender.
 */
export async function listSpared(ctx: Ctx | Tx, people: readonly Contacts[]): Promise<boolean[]> {
  const hashes = people.map((contacts) => contactHashes(ctx, contacts));
  const rows = await listSparedHashes(ctx.db, hashes.flat());
  const found = new Set(rows.map(({ contact_hash: hash }) => hash.toString('hex')));
  return hashes.map((mine) => mine.some((hash) => found.has(hash.toString('hex'))));
}
