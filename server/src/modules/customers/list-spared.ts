import type { Ctx, Tx } from '#context';
import { contactHashes, type Contacts } from './find-person.ts';
import { listSparedHashes } from './people-store.ts';

/** What people asked for: to be left alone by their own STOP, which they may lift, or by what they told staff, which stays. */
export type Wish = 'stopped' | 'stays';

/**
 * Which of these people must not be contacted, in their order. Takes no lock: what is queued for somebody who asks for
 * silence a moment later is withdrawn by that, and held back by the sender.
 */
export const listSpared = async (ctx: Ctx | Tx, people: readonly Contacts[]): Promise<boolean[]> =>
  (await listWishes(ctx, people)).map((wish) => wish !== undefined);

/** The same with what it rests on; undefined for whoever asked for nothing. */
export async function listWishes(ctx: Ctx | Tx, people: readonly Contacts[]): Promise<(Wish | undefined)[]> {
  const hashes = people.map((contacts) => contactHashes(ctx, contacts));
  const rows = await listSparedHashes(ctx.db, hashes.flat());
  const sources = new Map(rows.map(({ contact_hash: hash, source }) => [hash.toString('hex'), source]));
  return hashes.map((mine) => {
    const found = mine.flatMap((hash) => sources.get(hash.toString('hex')) ?? []);
    if (found.length === 0) return undefined;
    return found.every((source) => source === 'stop_reply') ? 'stopped' : 'stays';
  });
}
