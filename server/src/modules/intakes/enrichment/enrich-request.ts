import type { Ctx } from '#context';
import { hasAllowance, readMarket, type MarketRead } from '#modules/market';
import { decodeVin, resolvePlate } from '#modules/vehicles';
import type { IdempotencyKey } from '#platform/idempotency';
import { computeFacts, isFullVin, knownVin, type DecodedVehicle, type Facts, type LookedUp } from '../facts.ts';
import { precheckSubmission } from './precheck-submission.ts';
import type { IntakeRequest } from '../schemas.ts';

/** What is known of a case before anything is stored. */
export type Enrichment = {
  readonly lookedUp: LookedUp;
  readonly facts: Facts;
  /** The plate's provider has not answered yet and is asked again later. */
  readonly platePending: boolean;
  /** Undefined without enough detail, or when the market could not be read. */
  readonly read: MarketRead | undefined;
};

/** For an intake, what was found out earlier; for a submission, its idempotency key. */
type EnrichmentSubject = { readonly known: LookedUp } | { readonly idempotencyKey?: IdempotencyKey | undefined };

/**
 * Finds out what it can while the agent waits: the VIN of a plate, the vehicle of a VIN, the market of both. Nothing is
 * stored, and no failure of a provider fails the submission.
 */
export async function enrichRequest(
  ctx: Ctx,
  request: IntakeRequest,
  about: EnrichmentSubject = {},
): Promise<Enrichment> {
  const { lookedUp: withPlate, platePending } = await findPlate(ctx, request, about);
  const lookedUp = await withDecoded(ctx, request, withPlate);
  const facts = computeFacts(request, lookedUp);
  return { lookedUp, facts, platePending, read: await readFor(ctx, request, facts) };
}

async function findPlate(ctx: Ctx, request: IntakeRequest, about: EnrichmentSubject) {
  const { vehicle = {} } = request;
  const { plate, plate_state: state } = vehicle;
  const known = 'known' in about ? about.known : {};
  if (plate === undefined || state === undefined || isFullVin(knownVin(vehicle.vin, known))) {
    return { lookedUp: known, platePending: false };
  }
  // Each look-up is paid for, and a submission that is refused needs none.
  const isWorthIt =
    'known' in about ? undefined : () => precheckSubmission(ctx, { request, idempotencyKey: about.idempotencyKey });
  const resolution = await resolvePlate(ctx, { plate, state }, isWorthIt);
  const lookedUp = resolution.kind === 'found' ? { ...known, plate: { vin: resolution.vin } } : known;
  return { lookedUp, platePending: resolution.kind === 'pending' };
}

async function withDecoded(ctx: Ctx, { vehicle = {} }: IntakeRequest, lookedUp: LookedUp): Promise<LookedUp> {
  const vin = knownVin(vehicle.vin, lookedUp);
  if (vin === undefined || lookedUp.decoded?.vin === vin) return lookedUp;
  const decoded = await decodeVin(ctx, vin);
  if (decoded === undefined) return lookedUp;
  const { year, make, model, trims } = decoded;
  const vehicleOfVin: DecodedVehicle = {
    vin,
    ...(year === undefined ? {} : { year }),
    ...(make === undefined ? {} : { make }),
    ...(model === undefined ? {} : { model }),
    trims: [...trims],
    check_digit: decoded.checkDigit,
    confidence: decoded.confidence,
    data_version: decoded.dataVersion,
  };
  return { ...lookedUp, decoded: vehicleOfVin };
}

/** Year, make and model identify a vehicle well enough; ZIP or state its location (D-027). */
async function readFor(ctx: Ctx, { loss = {} }: IntakeRequest, facts: Facts): Promise<MarketRead | undefined> {
  const { year, make, model, trim, trimCandidates, odometer } = facts;
  if (year === undefined || make === undefined || model === undefined) return undefined;
  if (loss.zip === undefined && loss.loss_state === undefined) return undefined;
  if (ctx.actor.kind === 'anonymous' && !(await hasAllowance(ctx, ctx.actor.address))) return undefined;
  const state = loss.loss_state?.toUpperCase();
  return readMarket(ctx, { year, make, model, trim, trimCandidates, odometer, zip: loss.zip, state });
}
