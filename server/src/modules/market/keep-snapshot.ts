import type { Tx } from '#context';
import { newId } from '#lib/ids';
import type { MarketRead } from './read-market.ts';
import { insertSnapshot } from './snapshot-store.ts';
import { wantListings } from './want-listings.ts';

/**
 * Keeps what a read was made from, to be looked at and computed again; gives its id, or undefined where nothing was
 * found (decision 28). Where little was found, the feed is asked later.
 */
export function keepSnapshot(tx: Tx, read: MarketRead): string | undefined {
  wantListings(tx, read);
  if (read.comparables.length === 0) return undefined;
  const id = newId('snap', read.takenAt);
  const { method, subject, sameTrim, figures, comparables, takenAt, area } = read;
  const radiusMiles = area.kind === 'radius' ? area.miles : undefined;
  insertSnapshot(tx.db, { id, method, subject, radiusMiles, sameTrim, figures, comparables, takenAt });
  return id;
}
