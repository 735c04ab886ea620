import type { Tx } from '#context';
import type { ProviderHold } from '#gateways/cards';
import type { Hold } from '../hold-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import { captureRefused, type ReconcileVerdict } from '../rules.ts';
import type { HoldState } from '../transitions.ts';

/** A hold before the change, the provider state, and the hold's new state. */
export type ReconciledChange = {
  readonly hold: Hold;
  /** Undefined when the provider does not know the hold. */
  readonly providerState: ProviderHold | undefined;
  readonly verdict: ReconcileVerdict;
  readonly state: HoldState;
};

type Anomaly = 'capture_lost' | 'charged_without_hold' | 'mismatch';

/** Records what should not happen and does not show in the states alone; staff have to look at each. */
export function recordAnomaly(tx: Tx, change: ReconciledChange): void {
  const { hold, providerState } = change;
  if (providerState === undefined) tx.log.warn({ hold: hold.id, state: hold.state }, 'checkout.hold-unknown');
  const anomaly = findAnomaly(change);
  if (anomaly === undefined) return;
  tx.metrics.of(checkoutMetrics).anomalies.inc({ anomaly });
  tx.log.error({ hold: hold.id, anomaly }, 'checkout.hold-anomaly');
}

function findAnomaly({ hold, providerState, verdict, state }: ReconciledChange): Anomaly | undefined {
  // The customer paid, and no hold of ours shows it.
  if (providerState?.money === 'captured' && state !== 'captured') return 'charged_without_hold';
  if (verdict.failure === 'mismatch') return 'mismatch';
  if (hold.state !== 'held' || state !== 'expired') return undefined;
  return hold.requestedAction === 'capture' || hold.failure === captureRefused ? 'capture_lost' : undefined;
}
