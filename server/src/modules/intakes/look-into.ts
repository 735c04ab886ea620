import type { Ctx } from '#context';
import { hasAllowance, readMarket, type MarketRead } from '#modules/market';
import { decodeVin, resolvePlate } from '#modules/vehicles';
import type { NamedRequest } from '#platform/idempotency';
import { computeFacts, isFullVin, knownVin, type DecodedVehicle, type Facts, type Found } from './facts.ts';
import { mayBeAccepted } from './may-be-accepted.ts';
import type { IntakeRequest } from './schemas.ts';

/** What is known of a case before anything is written about it. */
export type Inquiry = {
  readonly found: Found;
  readonly facts: Facts;
  /** The plate's provider has not answered yet; it is to be asked again later. */
  readonly platePending: boolean;
  /** Undefined without enough detail, or when the market could not be read. */
  readonly read: MarketRead | undefined;
};

/** About an intake, what was found before; about a submission, the caller's name for it. */
export type LookInto = { readonly known: Found } | { readonly named?: NamedRequest | undefined };

/**
 * Finds out what can be found out while the caller waits: the VIN of a plate, the vehicle of a VIN, the market of both.
 * Nothing is written, and no failure of anybody asked is a failure of the case.
 */
export async function lookInto(ctx: Ctx, request: IntakeRequest, about: LookInto = {}): Promise<Inquiry> {
  const { found: withPlate, platePending } = await findPlate(ctx, request, about);
  const found = await withDecoded(ctx, request, withPlate);
  const facts = computeFacts(request, found);
  return { found, facts, platePending, read: await readFor(ctx, request, facts) };
}

async function findPlate(ctx: Ctx, request: IntakeRequest, about: LookInto) {
  const { vehicle = {} } = request;
  const { plate, plate_state: state } = vehicle;
  const known = 'known' in about ? about.known : {};
  if (plate === undefined || state === undefined || isFullVin(knownVin(vehicle.vin, known))) {
    return { found: known, platePending: false };
  }
  // Each look-up is paid for, and what is not accepted needs none.
  const isWorthIt = 'known' in about ? undefined : () => mayBeAccepted(ctx, { request, named: about.named });
  const resolution = await resolvePlate(ctx, { plate, state }, isWorthIt);
  const found = resolution.kind === 'found' ? { ...known, plate: { vin: resolution.vin } } : known;
  return { found, platePending: resolution.kind === 'pending' };
}

async function withDecoded(ctx: Ctx, { vehicle = {} }: IntakeRequest, found: Found): Promise<Found> {
  const vin = knownVin(vehicle.vin, found);
  if (vin === undefined || found.decoded?.vin === vin) return found;
  const decoded = await decodeVin(ctx, vin);
  if (decoded === undefined) return found;
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
  return { ...found, decoded: vehicleOfVin };
}

/** A vehicle is enough by year, make and model; where it was, by ZIP or state (decision 27). */
async function readFor(ctx: Ctx, { loss = {} }: IntakeRequest, facts: Facts): Promise<MarketRead | undefined> {
  const { year, make, model, trim, trimCandidates, odometer } = facts;
  if (year === undefined || make === undefined || model === undefined) return undefined;
  if (loss.zip === undefined && loss.loss_state === undefined) return undefined;
  if (ctx.actor.kind === 'anonymous' && !(await hasAllowance(ctx, ctx.actor.address))) return undefined;
  const state = loss.loss_state?.toUpperCase();
  return readMarket(ctx, { year, make, model, trim, trimCandidates, odometer, zip: loss.zip, state });
}
