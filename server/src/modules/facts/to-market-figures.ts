import type { Preliminary } from '#modules/market';
import type { FactsView } from './schemas.ts';

/** What of a market read shows that it changed. */
export const toMarketFigures = (read: Preliminary | undefined): FactsView['market'] =>
  read === undefined
    ? null
    : {
        label: read.vehicle_label,
        coverage: read.coverage,
        sample_size: read.sample_size,
        mid: read.market.mid,
        adjusted_mid: read.adjusted_mid,
        gap_cents: read.gap_vs_offer_cents,
        snapshot_id: read.snapshot_id,
      };
