import type { Ctx } from '#context';
import { hasAllowance, readMarket, type MarketRead, type Subject } from '#modules/market';
import { decodeVin } from '#modules/vehicles';
import {
  knownVin,
  traceFacts,
  type DecodedVehicle,
  type LookedUp,
  type SourcedFacts,
  type Statements,
} from './facts.ts';

/** What is known once the VIN is decoded and the market is read; nothing of it is stored yet. */
export type EnrichedFacts = {
  readonly lookedUp: LookedUp;
  readonly facts: SourcedFacts;
  /** Undefined without enough detail, or when the market could not be read. */
  readonly read: MarketRead | undefined;
  /** Enough is known to read a market, whether or not that succeeded. */
  readonly readable: boolean;
};

/** The vehicle of the VIN and the market of both, for every source of cases. No failure of either is one of its own. */
export async function enrichFacts(ctx: Ctx, statements: Statements): Promise<EnrichedFacts> {
  const lookedUp = await withDecoded(ctx, statements);
  const facts = traceFacts({ ...statements, lookedUp });
  const subject = toSubject(facts);
  return { lookedUp, facts, read: subject && (await readFor(ctx, subject)), readable: subject !== undefined };
}

async function withDecoded(ctx: Ctx, statements: Statements): Promise<LookedUp> {
  const { lookedUp } = statements;
  const vin = knownVin(statements);
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
function toSubject(facts: SourcedFacts): Subject | undefined {
  const [year, make, model] = [facts.year?.value, facts.make?.value, facts.model?.value];
  const [zip, state] = [facts.zip?.value, facts.loss_state?.value.toUpperCase()];
  if (year === undefined || make === undefined || model === undefined) return undefined;
  if (zip === undefined && state === undefined) return undefined;
  const [trim, odometer] = [facts.trim?.value, facts.odometer?.value];
  return { year, make, model, trim, trimCandidates: facts.trimCandidates, odometer, zip, state };
}

async function readFor(ctx: Ctx, subject: Subject): Promise<MarketRead | undefined> {
  if (ctx.actor.kind === 'anonymous' && !(await hasAllowance(ctx, ctx.actor.address))) return undefined;
  return readMarket(ctx, subject);
}
