import type { Ctx } from '#context';
import { VehicleDataError } from '../errors.ts';
import { vehicleMetrics } from '../metrics.ts';
import { createVinDecoder, type VinDecoder } from './create-vin-decoder.ts';
import { prepareVehicleData } from '../data/prepare-vehicle-data.ts';

/** After a failure, loading is retried at most this often: each try reads and hashes 24 MB. */
const retryAfterMs = 60_000;

type Attempt = { readonly startedMs: number; decoder: Promise<VinDecoder | undefined>; failed: boolean };

/** One decoder per process: all contexts of a process share its config. */
const attempts = new WeakMap<Ctx['config'], Attempt>();

export type DecodeCtx = Pick<Ctx, 'config' | 'log' | 'metrics'>;

export function findVinDecoder(ctx: DecodeCtx): Promise<VinDecoder | undefined> {
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
