import type { Ctx } from '#context';
import { withTimeout } from '../with-timeout.ts';
import type { TypedPlate } from './plate-rules.ts';
import { type PlateResolution, type IsWorthIt, lookUpPlate } from './look-up-plate.ts';

/** The longest that a request waits for a provider. */
const timeoutMs = 1500;

/**
 * The VIN of a plate, if it is known within a second and a half. A slower look-up continues and its answer is stored,
 * so that `queuePlateLookup` finds it without paying again. Never rejects.
 */
export async function resolvePlate(ctx: Ctx, typed: TypedPlate, isWorthIt?: IsWorthIt): Promise<PlateResolution> {
  return (await withTimeout(lookUpPlate(ctx, typed, isWorthIt), timeoutMs)) ?? { kind: 'pending' };
}
