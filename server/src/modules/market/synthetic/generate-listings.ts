import type { Ctx } from '#context';
import { syntheticInProduction } from '../errors.ts';
import type { Merged } from '../listings/listing-store.ts';
import { stageListings } from '../listings/stage-listings.ts';
import { makeListings, type SyntheticOptions } from './synthetic-rules.ts';

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
