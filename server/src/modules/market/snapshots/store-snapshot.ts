import { isInAgentSandbox } from '#actor';
import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import type { MarketRead } from '../reads/read-market.ts';
import { insertSnapshot } from './snapshot-store.ts';
import { requestListings } from '../feed/request-listings.ts';

/**
 * Stores what a read was made from, so that it can be shown and recomputed; returns its id, or undefined where nothing
 * was found (D-028). Where little was found, the feed is asked later.
 */
export function storeSnapshot(tx: Tx, read: MarketRead): string | undefined {
  // Each call of the feed is paid for, and none is for somebody who tries the sandbox.
  if (!isInAgentSandbox(tx.actor)) requestListings(tx, read);
  if (read.comparables.length === 0) return undefined;
  const id = newId('snap', read.takenAt);
  const { method, subject, sameTrim, figures, comparables, takenAt, area, window, widenings } = read;
  const radiusMiles = area.kind === 'radius' ? area.miles : undefined;
  const search = { window, widenings };
  insertSnapshot(tx.db, { id, method, subject, radiusMiles, sameTrim, search, figures, comparables, takenAt });
  return id;
}
