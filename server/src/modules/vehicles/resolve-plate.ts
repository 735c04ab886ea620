import type { Ctx, Tx } from '#context';
import { addDays, addSeconds } from '#lib/dates';
import { GatewayError } from '#platform/errors';
import { spendDaily } from '#platform/limits';
import { decodeVin, warmVinDecoder } from './decode-vin.ts';
import { withPatience } from './patience.ts';
import { firstRetryS, readPlate, type TypedPlate } from './plate-rules.ts';
import { findPlateAnswer, insertPlateLookup, upsertPlateAnswer } from './plate-store.ts';

/** Calls to the outside get at most so long of a request. */
const patienceMs = 1500;

/** Plates change hands seldom, and each look-up costs. */
const answerDays = 30;

/** `pending`: no answer yet, and a later look-up may have one. */
export type PlateResolution =
  | { readonly kind: 'found'; readonly vin: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'pending' };

/**
 * The VIN behind a plate, as far as that is known within a second and a half. What is still under way then goes on and
 * is remembered, so that `queuePlateLookup` finds it without paying again. Never rejects.
 */
export async function resolvePlate(ctx: Ctx, typed: TypedPlate): Promise<PlateResolution> {
  return (await withPatience(lookUpPlate(ctx, typed), patienceMs)) ?? { kind: 'pending' };
}

/** The same for as long as the provider takes. */
export async function lookUpPlate(ctx: Ctx, typed: TypedPlate): Promise<PlateResolution> {
  const plate = readPlate(typed);
  if (plate === undefined || !ctx.plates.configured) return { kind: 'unknown' };
  try {
    const name = `plate/${plate.state}/${plate.plate}`;
    const now = ctx.clock.now();
    const known = await findPlateAnswer(ctx.db, ctx.vault.fingerprints(name), now);
    if (known !== undefined) return known.vin === null ? { kind: 'unknown' } : { kind: 'found', vin: known.vin };
    // An answer counts only once its VIN was decoded: before that can be done, it would be paid for in vain.
    if (!(await warmVinDecoder(ctx))) return { kind: 'pending' };
    if (!(await spendDaily(ctx, { name: 'vehicles.plates', perDay: ctx.config.plates?.perDay ?? 0 }))) {
      ctx.log.warn('vehicles.plate-budget-spent');
      ctx.metrics.plateLookups.inc({ outcome: 'over_budget' });
      return { kind: 'unknown' };
    }
    const vin = await askForVin(ctx, plate);
    ctx.metrics.plateLookups.inc({ outcome: vin === undefined ? 'unknown' : 'found' });
    await upsertPlateAnswer(ctx.db, { hash: ctx.vault.fingerprint(name), vin, expiresAt: addDays(now, answerDays) });
    return vin === undefined ? { kind: 'unknown' } : { kind: 'found', vin };
  } catch (error) {
    ctx.log.warn({ err: error }, 'vehicles.plate-not-looked-up');
    if (!(error instanceof GatewayError)) return { kind: 'unknown' };
    ctx.metrics.plateLookups.inc({ outcome: error.kind });
    return { kind: error.kind === 'unavailable' ? 'pending' : 'unknown' };
  }
}

/** An answer counts only if its VIN is a real vehicle's: whole, its check digit right, its maker known (decision 20). */
async function askForVin(ctx: Ctx, plate: TypedPlate): Promise<string | undefined> {
  const answer = await ctx.plates.lookUp(plate);
  if (answer.kind === 'unknown') return undefined;
  const decoded = await decodeVin(ctx, answer.vin);
  if (decoded?.complete === true && decoded.checkDigit === 'right') return decoded.vin;
  throw new GatewayError('malformed', 'the plate provider gave something that is no VIN');
}

/** Has a plate looked up after the transaction; whoever is bound to it learns the VIN. */
export function queuePlateLookup(tx: Tx, subjectId: string, plate: TypedPlate): void {
  const sealed = tx.vault.seal(JSON.stringify(plate), lookupRow(subjectId));
  insertPlateLookup(tx.db, subjectId, { sealed, dueAt: addSeconds(tx.clock.now(), firstRetryS) });
}

export const lookupRow = (subjectId: string): string => `vehicles.plate_lookups/${subjectId}`;
