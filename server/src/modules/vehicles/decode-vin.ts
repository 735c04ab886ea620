import type { Ctx } from '#context';
import { VehicleDataError } from './errors.ts';
import { withPatience } from './patience.ts';
import { openVinDecoder, type DecodedVin, type VinDecoder } from './vin-decoder.ts';
import { prepareVehicleData } from './prepare-vehicle-data.ts';

/** How long a caller waits for data that is still being unpacked; an intake without a decoded VIN is better than a late one. */
const patienceMs = 500;

/** After a failure the data is asked for again at most this often: each try reads and hashes 24 MB. */
const retryAfterMs = 60_000;

type Attempt = { readonly startedMs: number; decoder: Promise<VinDecoder | undefined>; failed: boolean };

/** One decoder per process: all contexts of a process share its config. */
const attempts = new WeakMap<Ctx['config'], Attempt>();

type DecodeCtx = Pick<Ctx, 'config' | 'log' | 'metrics'>;

/**
 * What the VIN tells; undefined when it tells nothing, or when there is no data to ask. Never rejects: who takes an
 * intake must not depend on it (decision 19).
 */
export async function decodeVin(ctx: DecodeCtx, vin: string): Promise<DecodedVin | undefined> {
  const decoder = await withPatience(findDecoder(ctx), patienceMs);
  return decoder?.decode(vin);
}

/** Makes the data ready and keeps it open, so that the first VIN need not wait; false when that failed. */
export async function warmVinDecoder(ctx: DecodeCtx): Promise<boolean> {
  return (await findDecoder(ctx)) !== undefined;
}

function findDecoder(ctx: DecodeCtx): Promise<VinDecoder | undefined> {
  const last = attempts.get(ctx.config);
  if (last !== undefined && !mayRetry(last)) return last.decoder;
  const attempt: Attempt = { startedMs: performance.now(), failed: false, decoder: Promise.resolve(undefined) };
  attempt.decoder = openOrTell(ctx, () => {
    attempt.failed = true;
  });
  attempts.set(ctx.config, attempt);
  return attempt.decoder;
}

const mayRetry = ({ failed, startedMs }: Attempt): boolean => failed && performance.now() - startedMs > retryAfterMs;

async function openOrTell({ config, log, metrics }: DecodeCtx, onFailure: () => void): Promise<VinDecoder | undefined> {
  try {
    await prepareVehicleData(config.vehicleDataDir);
    return openVinDecoder(config.vehicleDataDir);
  } catch (error) {
    onFailure();
    metrics.vehicleDataFailures.inc();
    // These words are ours; those of any other error stay out of the log.
    const problem = error instanceof VehicleDataError ? error.message : undefined;
    log.error({ err: error, problem }, 'vehicles.data-unusable');
    return undefined;
  }
}
