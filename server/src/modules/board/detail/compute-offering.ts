import type { Ctx } from '#context';
import { explainOffer, services } from '#lib/jurisdictions/may-offer';
import type { BoardMoney } from '../money-schemas.ts';
import { stateOf, type DetailRow } from '../statement-rules.ts';

/** What may be offered about this claim, and why something may not: staff do not promise what its page withholds. */
export function computeOffering(ctx: Ctx, row: DetailRow): Pick<BoardMoney, 'services' | 'state'> {
  const state = stateOf(row);
  return {
    state: state ?? null,
    services: services.map((service) => {
      const offering = explainOffer(ctx.config, service, { state, now: ctx.clock.now() });
      return offering.offered
        ? {
            service,
            offered: true,
            why: null,
            licence: offering.licence ?? null,
            ends_on: offering.endsOn ?? null,
          }
        : { service, offered: false, why: offering.why, licence: null, ends_on: offering.endedOn ?? null };
    }),
  };
}
