import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { computeCheckDigit, decodeVin } from '#modules/vehicles';
import { isFullVin } from './facts.ts';
import type { DecodedVinView } from './schemas.ts';

/** What a VIN tells while somebody types it; of anything else it tells nothing, which is no error. */
export async function decodeTypedVin(ctx: Ctx, typed: string): Promise<DecodedVinView> {
  requireStaff(ctx.actor);
  const vin = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  const decoded = await decodeVin(ctx, vin);
  return {
    object: 'decoded_vin',
    vin,
    complete: isFullVin(vin),
    year: decoded?.year ?? null,
    make: decoded?.make ?? null,
    model: decoded?.model ?? null,
    trims: [...(decoded?.trims ?? [])],
    check_digit: decoded?.checkDigit ?? computeCheckDigit(vin),
    confidence: decoded?.confidence ?? null,
  };
}
