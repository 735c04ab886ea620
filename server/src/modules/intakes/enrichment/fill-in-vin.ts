import type { Ctx } from '#context';
import { refreshIntake } from './refresh-intake.ts';

/**
 * Adds the VIN of a plate whose provider answered too late for the agent. It acts as that agent, so that the market is
 * read within their allowance; the same VIN again changes nothing.
 */
export async function fillInVin(ctx: Ctx, intakeId: string, vin: string): Promise<void> {
  await refreshIntake(ctx, intakeId, { learn: (known) => ({ ...known, plate: { vin } }) });
}
