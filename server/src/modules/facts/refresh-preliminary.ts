import { isDeepStrictEqual } from 'node:util';
import { isInAgentSandbox } from '#actor';
import type { Tx } from '#context';
import {
  computePreliminary,
  consumeAllowance,
  removeSnapshots,
  storeSnapshot,
  type MarketRead,
  type Preliminary,
} from '#modules/market';

type NewRead = { readonly read: MarketRead | undefined; readonly offerCents: number | undefined };

/**
 * A market that could not be read now, or says the same, leaves the earlier read and its snapshot. So does an anonymous
 * agent whose daily allowance is used up; an upload needs none (D-026).
 */
export async function refreshPreliminary(
  tx: Tx,
  before: Preliminary | undefined,
  { read, offerCents }: NewRead,
): Promise<Preliminary | undefined> {
  if (read === undefined) return before;
  const again = computePreliminary(read, { snapshotId: before?.snapshot_id ?? undefined, offerCents });
  if (again.snapshot_id !== null && isDeepStrictEqual(again, before)) return before;
  if (tx.actor.kind === 'anonymous' && !(await consumeAllowance(tx, tx.actor.address))) return before;
  // Of the sandbox nothing rests on the earlier one, and nobody would remove it later.
  if (isInAgentSandbox(tx.actor)) removeSnapshots(tx, [before?.snapshot_id ?? []].flat());
  return computePreliminary(read, { snapshotId: storeSnapshot(tx, read), offerCents });
}
