import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { computeCheckDigit, decodeVin, toVehicleOfVin } from '#modules/vehicles';
import { isFullVin } from './facts.ts';
import type { DecodedVinView } from './schemas.ts';

/** What a VIN tells while somebody types it; of anything else it tells nothing, which is no error. */
export async function decodeTypedVin(ctx: Ctx, typed: string): Promise<DecodedVinView> {
  requireStaff(ctx.actor);
  const vin = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  const decoded = await decodeVin(ctx, vin);
  const told = decoded && toVehicleOfVin(vin, decoded);
  return {
    object: 'decoded_vin',
    vin,
    complete: isFullVin(vin),
    year: told?.year ?? null,
    make: told?.make ?? null,
    model: told?.model ?? null,
    series: told?.series ?? null,
    trims: told?.trims ?? [],
    body: told?.body ?? null,
    engine: told?.engine ?? null,
    displacement_l: told?.displacement_l ?? null,
    cylinders: told?.cylinders ?? null,
    fuel: told?.fuel ?? null,
    drive: told?.drive ?? null,
    check_digit: told?.check_digit ?? computeCheckDigit(vin),
    confidence: told?.confidence ?? null,
  };
}
