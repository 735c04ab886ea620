import type { Ctx } from '#context';
import type { Preliminary } from '#modules/market';
import type { ConsultationRef, FactSources } from './source-facts.ts';
import type { CustomerSaid, DecodedVehicle, SourcedFacts } from './facts.ts';
import { getKnownFacts } from './get-known-facts.ts';
import { factsOf } from './known-facts.ts';

/** The facts of a case by the one rule of precedence, each with its source, and the market read that rests on them. */
export type ConsultationFacts = ConsultationRef & {
  /** Grows with every change by staff. */
  readonly version: number;
  readonly facts: SourcedFacts;
  readonly preliminary: Preliminary | undefined;
  /** What the VIN in force tells by itself: nobody typed it. */
  readonly decoded: DecodedVehicle | undefined;
  /** What the customer said on their own page. */
  readonly customer: CustomerSaid;
};

/** What is known of a case, whichever module it came from; `sources` are bound in app/bindings.ts (`factSources`). */
export async function listConsultationFacts(
  ctx: Ctx,
  sources: FactSources,
  consultationId: string,
): Promise<ConsultationFacts> {
  const known = await getKnownFacts(ctx, sources, consultationId);
  const facts = factsOf(known);
  const { decoded, customer = {} } = known.kept.lookedUp;
  return {
    ...known.case,
    version: known.version,
    facts,
    decoded: decoded?.vin === facts.vin?.value ? decoded : undefined,
    customer,
    preliminary: known.kept.preliminary,
  };
}
