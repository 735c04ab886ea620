import { withTimeout } from '../with-timeout.ts';
import type { DecodedVin } from './create-vin-decoder.ts';
import { type DecodeCtx, findVinDecoder } from './find-vin-decoder.ts';

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
