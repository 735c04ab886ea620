import type { Tx } from '#context';
import { firstIdAt } from '#lib/tokens/ids';
import { computeSetMiddle, type EventSetHead } from './rules.ts';

/** The first parameters of a statement that holds `insertEventSet`. */
export type EventSetValues = [accountId: string, livemode: boolean, at: Date, idHead: string, middle: string];

export function computeEventSetValues(tx: Tx, head: EventSetHead): EventSetValues {
  const at = tx.clock.now();
  return [head.accountId, head.livemode, at, firstIdAt('evt', at), computeSetMiddle(head, at)];
}
