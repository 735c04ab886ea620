import type { Tx } from '#context';
import type { ProviderHold } from '#gateways/cards';
import type { Hold } from './hold-store.ts';
import { captureRefused, type FollowVerdict, type HoldState } from './rules.ts';

/** A hold as it was, what the provider said of it, and what it has become. */
export type FollowedChange = {
  readonly hold: Hold;
  /** Undefined when the provider does not know it. */
  readonly told: ProviderHold | undefined;
  readonly verdict: FollowVerdict;
  readonly state: HoldState;
};

type Trouble = 'capture_lost' | 'charged_without_hold' | 'mismatch';

/** What should not happen, and what nobody would see in the states alone. Staff have to look at each. */
export function noteTrouble(tx: Tx, change: FollowedChange): void {
  const { hold, told } = change;
  if (told === undefined) tx.log.warn({ hold: hold.id, state: hold.state }, 'checkout.hold-unknown');
  const trouble = findTrouble(change);
  if (trouble === undefined) return;
  tx.metrics.cards.troubles.inc({ trouble });
  tx.log.error({ hold: hold.id, trouble }, 'checkout.hold-in-trouble');
}

function findTrouble({ hold, told, verdict, state }: FollowedChange): Trouble | undefined {
  // The customer paid, and no hold of ours says so.
  if (told?.money === 'captured' && state !== 'captured') return 'charged_without_hold';
  if (verdict.failure === 'mismatch') return 'mismatch';
  if (hold.state !== 'held' || state !== 'expired') return undefined;
  return hold.wish === 'capture' || hold.failure === captureRefused ? 'capture_lost' : undefined;
}
