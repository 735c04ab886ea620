import type { Ctx } from '#context';
import { prepareVehicleData } from '../data/prepare-vehicle-data.ts';
import { VehicleDataError } from '../errors.ts';
import { vehicleMetrics } from '../metrics.ts';
import type { Powertrain } from '../names/model-alias-data.ts';
import {
  decidePowertrain,
  listTrims,
  nameBody,
  nameDrive,
  nameFuel,
  nameModel,
  toMakeKey,
} from '../names/name-rules.ts';
import { withTimeout } from '../with-timeout.ts';
import { createVinDecoder, type DecodedVin, type VinDecoder } from './create-vin-decoder.ts';
import { computeCheckDigit, listModelYears } from './rules.ts';

/**
 * How long a client waits for data that is being unpacked; an intake without a decoded VIN is better than a late one.
 */
const timeoutMs = 500;

/**
 * What the VIN tells; undefined when it tells nothing, or when there is no data. Never rejects, because accepting an
 * intake must not depend on it (D-019).
 */
export async function decodeVin(ctx: DecodeCtx, vin: string): Promise<DecodedVin | undefined> {
  const decoder = await withTimeout(findVinDecoder(ctx), timeoutMs);
  return decoder?.decode(vin);
}

/** A warning about a stated vehicle; it is not a reason to refuse it. */
export type VehicleWarning = 'vin_check_digit' | 'vin_year' | 'vin_make';

/** Kinds of vehicles that are looked up for one file; a lender's book has some thousands. Makes of others are not compared. */
const kindsMax = 20_000;

/** Compares the VIN of each vehicle with itself, with the year and with the make; without vehicle data, not with the make. */
export async function createVehicleCheck(
  ctx: Ctx,
): Promise<(stated: Readonly<Record<string, unknown>>) => VehicleWarning[]> {
  const decoder = await findVinDecoder(ctx);
  const makes = new Map<string, string | undefined>();
  const findMake = (vin: string): string | undefined => {
    // Maker, kind of vehicle, and the maker's second code where it has one; the rest is year, plant and serial number.
    const kind = vin.slice(0, 8) + (vin[2] === '9' ? vin.slice(11, 14) : '');
    if (makes.has(kind) || makes.size >= kindsMax) return makes.get(kind);
    const make = decoder?.decode(vin)?.make;
    makes.set(kind, make === undefined ? undefined : toMakeKey(make));
    return makes.get(kind);
  };
  return ({ vin, year, make }) => {
    if (typeof vin !== 'string' || !/^[A-HJ-NPR-Z0-9]{17}$/i.test(vin)) return [];
    const upper = vin.toUpperCase();
    const warnings: VehicleWarning[] = [];
    if (computeCheckDigit(upper) === 'wrong') warnings.push('vin_check_digit');
    const years = listModelYears(upper);
    if (typeof year === 'number' && years.length > 0 && !years.includes(year)) warnings.push('vin_year');
    const decoded = typeof make === 'string' ? findMake(upper) : undefined;
    if (decoded !== undefined && typeof make === 'string' && toMakeKey(make) !== decoded) warnings.push('vin_make');
    return warnings;
  };
}

/** What a VIN tells, as it is stored and shown. */
export type VehicleOfVin = {
  readonly vin: string;
  readonly year?: number;
  readonly make?: string;
  /** As listings call it: an electric F-150 is an F-150 Lightning. */
  readonly model?: string;
  readonly series?: string;
  /** Every trim that fits the VIN's characters; candidates, even a single one. */
  readonly trims: string[];
  readonly body?: string;
  readonly engine?: string;
  readonly displacement_l?: number;
  readonly cylinders?: number;
  readonly fuel?: string;
  readonly powertrain?: Powertrain;
  readonly drive?: string;
  readonly cab?: string;
  readonly transmission?: string;
  readonly check_digit: 'right' | 'wrong' | 'unknown';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly data_version: string;
};

/** What a VIN tells, in the words of listings; only what it does tell. */
export function toVehicleOfVin(vin: string, decoded: DecodedVin): VehicleOfVin {
  const { year, make, model, series, trims, bodyClass, engine, drive, cab, transmission } = decoded;
  const powertrain = decidePowertrain(engine);
  const fuel = nameFuel(engine);
  const named = make === undefined || model === undefined ? undefined : { vin, make, model, series, trims, powertrain };
  return {
    vin,
    ...(year === undefined ? {} : { year }),
    ...(make === undefined ? {} : { make }),
    ...(named === undefined ? {} : { model: nameModel(named) }),
    ...(series === undefined ? {} : { series }),
    trims: named === undefined ? [] : listTrims(named),
    ...(bodyClass === undefined ? {} : { body: nameBody(bodyClass) }),
    ...(engine.model === undefined ? {} : { engine: engine.model }),
    ...(engine.displacementL === undefined ? {} : { displacement_l: engine.displacementL }),
    ...(engine.cylinders === undefined ? {} : { cylinders: engine.cylinders }),
    ...(fuel === undefined ? {} : { fuel }),
    ...(powertrain === undefined ? {} : { powertrain }),
    ...(drive === undefined ? {} : { drive: nameDrive(drive) }),
    ...(cab === undefined ? {} : { cab }),
    ...(transmission === undefined ? {} : { transmission }),
    check_digit: decoded.checkDigit,
    confidence: decoded.confidence,
    data_version: decoded.dataVersion,
  };
}

/** After a failure, loading is retried at most this often: each try reads and hashes 24 MB. */
const retryAfterMs = 60_000;

type Attempt = { readonly startedMs: number; decoder: Promise<VinDecoder | undefined>; failed: boolean };

/** One decoder per process: all contexts of a process share its config. */
const attempts = new WeakMap<Ctx['config'], Attempt>();

export type DecodeCtx = Pick<Ctx, 'config' | 'log' | 'metrics'>;

function findVinDecoder(ctx: DecodeCtx): Promise<VinDecoder | undefined> {
  const last = attempts.get(ctx.config);
  if (last !== undefined && !mayRetry(last)) return last.decoder;
  const attempt: Attempt = { startedMs: performance.now(), failed: false, decoder: Promise.resolve(undefined) };
  attempt.decoder = createOrLog(ctx, () => {
    attempt.failed = true;
  });
  attempts.set(ctx.config, attempt);
  return attempt.decoder;
}

const mayRetry = ({ failed, startedMs }: Attempt): boolean => failed && performance.now() - startedMs > retryAfterMs;

async function createOrLog(
  { config, log, metrics }: DecodeCtx,
  onFailure: () => void,
): Promise<VinDecoder | undefined> {
  try {
    await prepareVehicleData(config.vehicleDataDir);
    return createVinDecoder(config.vehicleDataDir);
  } catch (error) {
    onFailure();
    metrics.of(vehicleMetrics).dataFailures.inc();
    // These words are ours; those of any other error stay out of the log.
    const problem = error instanceof VehicleDataError ? error.message : undefined;
    log.error({ err: error, problem }, 'vehicles.data-unusable');
    return undefined;
  }
}

/** Loads the data in advance, so that the first VIN need not wait; false when that failed. */
export async function warmVinDecoder(ctx: DecodeCtx): Promise<boolean> {
  return (await findVinDecoder(ctx)) !== undefined;
}
