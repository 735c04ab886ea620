import { isInAgentSandbox } from '#actor';
import type { Ctx } from '#context';
import { findSandboxVehicle } from '#lib/api/agent-sandbox';
import {
  hasAllowance,
  readMarket,
  computeSandboxRead,
  type MarketRead,
  type Subject,
  decodeVin,
  isSameTrim,
  proveModel,
  toVehicleOfVin,
} from '#modules/vehicles';
import {
  knownVin,
  traceFacts,
  type DecodedVehicle,
  type LookedUp,
  type SourcedFacts,
  type Statements,
} from './facts.ts';

/** The facts after decoding the VIN and reading the market; none of it is stored yet. */
export type EnrichedFacts = {
  readonly lookedUp: LookedUp;
  readonly facts: SourcedFacts;
  /** Undefined without enough detail, or when the market could not be read. */
  readonly read: MarketRead | undefined;
  /** Enough is known to read a market, whether or not that succeeded. */
  readonly readable: boolean;
};

/** The vehicle of the VIN and the market of both, for every source of cases. A failure of either does not fail the whole. */
export async function enrichFacts(ctx: Ctx, statements: Statements): Promise<EnrichedFacts> {
  const lookedUp = await withDecoded(ctx, statements);
  const enriched = await readAround(ctx, { ...statements, lookedUp });
  const listing = findOwnListing(enriched);
  // The vehicle itself is or was for sale, so the market is read again with the seller's trim.
  return listing === undefined ? enriched : readAround(ctx, { ...statements, lookedUp: { ...lookedUp, listing } });
}

async function readAround(ctx: Ctx, statements: Statements): Promise<EnrichedFacts> {
  const facts = traceFacts(statements);
  const subject = toSubject(facts);
  const read = subject && (await readFor(ctx, { subject, vehicleOfVin: facts.vehicleOfVin }));
  return { lookedUp: statements.lookedUp, facts, read, readable: subject !== undefined };
}

async function withDecoded(ctx: Ctx, statements: Statements): Promise<LookedUp> {
  const { lookedUp } = statements;
  const vin = knownVin(statements);
  // Vehicles decoded before body and fuel were stored have no known body, so they are decoded again.
  const known = lookedUp.decoded?.vin === vin && lookedUp.decoded?.body !== undefined;
  if (vin === undefined || known) return lookedUp;
  const ofSandbox = isInAgentSandbox(ctx.actor) ? toSandboxVehicle(vin) : undefined;
  if (ofSandbox !== undefined) return { ...lookedUp, decoded: ofSandbox };
  const decoded = await decodeVin(ctx, vin);
  return decoded === undefined ? lookedUp : { ...lookedUp, decoded: toVehicleOfVin(vin, decoded) };
}

/** Marks VIN data that only the sandbox has: no live case can have it. */
const sandboxData = 'sandbox';

function toSandboxVehicle(vin: string): DecodedVehicle | undefined {
  const found = findSandboxVehicle(vin);
  if (found === undefined) return undefined;
  const { year, make, model, trim, body } = found;
  const known = { check_digit: 'unknown', confidence: 'high', data_version: sandboxData } as const;
  return { vin, year, make, model, trims: [trim], body, ...known };
}

/** A listing with the same VIN, whose trim is one that the VIN allows; where vPIC names none, any is. */
function findOwnListing({ facts, read }: EnrichedFacts): LookedUp['listing'] {
  const [vin, make] = [facts.vin?.value, facts.make?.value ?? ''];
  if (vin === undefined || facts.trim !== undefined) return undefined;
  const trim = read?.comparables.find((comparable) => comparable.vin === vin)?.trim;
  const { trimCandidates } = facts;
  const allowed =
    trim !== undefined && (trimCandidates.length === 0 || trimCandidates.some((one) => isSameTrim(make, one, trim)));
  return allowed ? { vin, trim } : undefined;
}

/** Year, make and model identify a vehicle well enough; ZIP or state its location (D-027). */
function toSubject(facts: SourcedFacts): Subject | undefined {
  const [year, make, model] = [facts.year?.value, facts.make?.value, facts.model?.value];
  const [zip, state] = [facts.zip?.value, facts.loss_state?.value.toUpperCase()];
  if (year === undefined || make === undefined || model === undefined) return undefined;
  if (zip === undefined && state === undefined) return undefined;
  const { fuel, body, drive, series, powertrain, vin, trims = [] } = facts.vehicleOfVin ?? {};
  return {
    year,
    make,
    // An electric vehicle entered under the name of its gasoline version would get the market of another vehicle.
    model: proveModel({ make, model, vin, series, trims, powertrain }) ?? model,
    trim: facts.trim?.value,
    trimCandidates: facts.trimCandidates,
    odometer: facts.odometer?.value,
    zip,
    state,
    fuel,
    body,
    drive,
    // A clean title is rarely mentioned; a branded one is reported by the team or by a report that deducts for it.
    titleBranded: facts.title === undefined ? undefined : facts.title.value !== 'clean',
    dateOfLoss: facts.date_of_loss?.value,
  };
}

type Readable = { readonly subject: Subject; readonly vehicleOfVin: DecodedVehicle | undefined };

async function readFor(ctx: Ctx, { subject, vehicleOfVin }: Readable): Promise<MarketRead | undefined> {
  if (ctx.actor.kind === 'anonymous' && !(await hasAllowance(ctx, ctx.actor.address))) return undefined;
  // A later change to such a case, by the owner or the team, must get the same figures.
  if (vehicleOfVin?.data_version === sandboxData) return computeSandboxRead(ctx, { vin: vehicleOfVin.vin, subject });
  return readMarket(ctx, subject);
}
