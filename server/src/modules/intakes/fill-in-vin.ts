import type { Ctx } from '#context';
import { refreshIntake } from './refresh-intake.ts';

/**
 * Takes in the VIN of a plate that took its provider longer than the caller waited, acting as that caller: the market is
 * read within their allowance. The same VIN again changes nothing.
 */
export async function fillInVin(ctx: Ctx, intakeId: string, vin: string): Promise<void> {
  await refreshIntake(ctx, intakeId, { learn: (known) => ({ ...known, plate: { vin } }) });
}
