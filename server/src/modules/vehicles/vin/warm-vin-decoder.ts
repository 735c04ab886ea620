import { type DecodeCtx, findVinDecoder } from './find-vin-decoder.ts';

/** Loads the data in advance, so that the first VIN need not wait; false when that failed. */
export async function warmVinDecoder(ctx: DecodeCtx): Promise<boolean> {
  return (await findVinDecoder(ctx)) !== undefined;
}
