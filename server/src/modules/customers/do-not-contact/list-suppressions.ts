import type { Ctx, Tx } from '#context';
import { listSuppressedHashes } from '../customer-store.ts';
import { listHashes, type Contacts } from '#lib/text/contacts';

/** `stopped` by the customer's own STOP, which they may lift; `stays` by what they told staff. */
type Suppression = 'stopped' | 'stays';

/** The kind of suppression of each customer; undefined for those not on the list. */
export async function listSuppressions(
  ctx: Ctx | Tx,
  customers: readonly Contacts[],
): Promise<(Suppression | undefined)[]> {
  const hashes = customers.map((contacts) => listHashes(ctx, contacts));
  const rows = await listSuppressedHashes(ctx.db, hashes.flat());
  const sources = new Map(rows.map(({ contact_hash: hash, source }) => [hash.toString('hex'), source]));
  return hashes.map((mine) => {
    const ownSources = mine.flatMap((hash) => sources.get(hash.toString('hex')) ?? []);
    if (ownSources.length === 0) return undefined;
    return ownSources.every((source) => source === 'stop_reply') ? 'stopped' : 'stays';
  });
}
