import type { Ctx } from '#context';
import { findSandboxVehicle } from '#lib/api/agent-sandbox';
import { radii, syntheticSource, type Area, type Comparable } from '../market/comparable-rules.ts';
import { syntheticInProduction } from '../market/errors.ts';
import { stageListings } from '../listings/import-listings.ts';
import type { Merged } from '../listings/listing-store.ts';
import { computeFigures, methodVersion } from '../market/rules.ts';
import type { Subject } from '../market/subject-rules.ts';
import { todaysWindow } from '../market/window-rules.ts';
import { makeListings, type SyntheticOptions } from './rules.ts';

/** Dollars between one listing and the next. */
const step = 100;

/**
 * The market read of a sandbox vehicle: made from constants, so that its figures are known beforehand and no listing is
 * searched. Its listings state no odometer, and therefore none of their prices is adjusted.
 */
export function computeSandboxRead({ clock }: Pick<Ctx, 'clock'>, { vin, subject }: { vin: string; subject: Subject }) {
  const vehicle = findSandboxVehicle(vin);
  if (vehicle === undefined) return undefined;
  const { year, zip, trim = vehicle.trim, state } = subject;
  const takenAt = clock.now();
  const comparables = Array.from({ length: vehicle.listings }, (_, index): Comparable => ({
    source: syntheticSource,
    sourceId: `${vin}-${index + 1}`,
    vin: undefined,
    year,
    trim,
    price: vehicle.mid + step * (index - (vehicle.listings - 1) / 2),
    miles: undefined,
    distanceMiles: zip === undefined ? undefined : index,
    state,
    dealer: 'Synthetic Motors',
    lastSeenAt: takenAt.toISOString(),
  }));
  const area: Area = zip === undefined ? { kind: 'state', state: state ?? '' } : { kind: 'radius', miles: radii[0] };
  const known = { subject, area, sameTrim: subject.trim !== undefined, widenings: [], window: todaysWindow(takenAt) };
  return { ...known, method: methodVersion, comparables, figures: computeFigures(comparables, { subject }), takenAt };
}

/** Fills the store with synthetic listings, for development and tests; the same seed updates the same ones. */
export async function generateListings(ctx: Ctx, options: Omit<SyntheticOptions, 'now'>): Promise<Merged> {
  if (ctx.config.production) throw syntheticInProduction();
  return stageListings(ctx, async (sink) => {
    for (const listing of makeListings({ ...options, now: ctx.clock.now() })) {
      const busy = sink.add(listing);
      if (busy) await busy;
    }
  });
}
