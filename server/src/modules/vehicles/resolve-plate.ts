import type { Ctx, Tx } from '#context';
import { addressBucket } from '#lib/address';
import { addDays, addSeconds } from '#lib/dates';
import { AppError, GatewayError } from '#platform/errors';
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

/** Whether the answer will be of use; asked only when it is not known yet and would have to be paid for. */
export type IsWorthIt = () => Promise<boolean>;

/**
 * The VIN behind a plate, as far as that is known within a second and a half. What is still under way then goes on and
 * is remembered, so that `queuePlateLookup` finds it without paying again. Never rejects.
 */
export async function resolvePlate(ctx: Ctx, typed: TypedPlate, isWorthIt?: IsWorthIt): Promise<PlateResolution> {
  return (await withPatience(lookUpPlate(ctx, typed, isWorthIt), patienceMs)) ?? { kind: 'pending' };
}

/** The same for as long as the provider takes. */
export async function lookUpPlate(ctx: Ctx, typed: TypedPlate, isWorthIt?: IsWorthIt): Promise<PlateResolution> {
  const plate = readPlate(typed);
  if (plate === undefined || !ctx.plates.configured) return { kind: 'unknown' };
  try {
    const name = `plate/${plate.state}/${plate.plate}`;
    const known = await findRemembered(ctx, name);
    if (known !== undefined) return known;
    // Where nobody can tell, it is left to a later look-up, if there is one.
    if (isWorthIt !== undefined && !(await isWorthIt().catch(() => false))) return { kind: 'pending' };
    if (!(await takeShare(ctx))) {
      ctx.metrics.plateLookups.inc({ outcome: 'over_share' });
      return { kind: 'unknown' };
    }
    return await askOnce(ctx, name, () => askAndRemember(ctx, plate, name));
  } catch (error) {
    ctx.log.warn({ err: error }, 'vehicles.plate-not-looked-up');
    if (!(error instanceof GatewayError)) return { kind: 'unknown' };
    ctx.metrics.plateLookups.inc({ outcome: error.kind });
    return { kind: error.kind === 'unavailable' ? 'pending' : 'unknown' };
  }
}

/** Questions under way, by what is asked; one set per process, since all its contexts share the config. */
const underWay = new WeakMap<Ctx['config'], Map<string, Promise<PlateResolution>>>();

/** Who asks while the same is being asked waits for that answer, and it is paid for once. */
function askOnce(ctx: Ctx, name: string, ask: () => Promise<PlateResolution>): Promise<PlateResolution> {
  const questions = underWay.get(ctx.config) ?? new Map<string, Promise<PlateResolution>>();
  underWay.set(ctx.config, questions);
  const same = questions.get(name);
  if (same !== undefined) return same;
  const question = ask().finally(() => questions.delete(name));
  questions.set(name, question);
  return question;
}

async function findRemembered(ctx: Ctx, name: string): Promise<PlateResolution | undefined> {
  const answer = await findPlateAnswer(ctx.db, ctx.vault.fingerprints(name), ctx.clock.now());
  return answer && (answer.vin === null ? { kind: 'unknown' } : { kind: 'found', vin: answer.vin });
}

async function askAndRemember(ctx: Ctx, plate: TypedPlate, name: string): Promise<PlateResolution> {
  // Another may have had the answer since this one looked.
  const known = await findRemembered(ctx, name);
  if (known !== undefined) return known;
  // An answer counts only once its VIN was decoded: before that can be done, it would be paid for in vain.
  if (!(await warmVinDecoder(ctx))) return { kind: 'pending' };
  if (!(await spendDaily(ctx, { name: 'vehicles.plates', perDay: ctx.config.plates?.perDay ?? 0 }))) {
    ctx.log.warn('vehicles.plate-budget-spent');
    ctx.metrics.plateLookups.inc({ outcome: 'over_budget' });
    return { kind: 'unknown' };
  }
  const vin = await askForVin(ctx, plate);
  ctx.metrics.plateLookups.inc({ outcome: vin === undefined ? 'unknown' : 'found' });
  const expiresAt = addDays(ctx.clock.now(), answerDays);
  await upsertPlateAnswer(ctx.db, { hash: ctx.vault.fingerprint(name), vin, expiresAt });
  return vin === undefined ? { kind: 'unknown' } : { kind: 'found', vin };
}

/** Of a day's look-ups, so many go to one address without a key: what is paid for must not be gone by one caller's doing. */
const anonymousShare = 0.1;

async function takeShare({ actor, limits, config }: Ctx): Promise<boolean> {
  if (actor.kind !== 'anonymous') return true;
  const points = Math.max(1, Math.floor((config.plates?.perDay ?? 0) * anonymousShare));
  const limit = { name: 'plates', points, windowS: 86_400, whenStoreIsGone: 'let through' } as const;
  try {
    await limits.take(limit, addressBucket(actor.address));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
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

/** What a row knows: the plate and, if somebody without a key wants it, from where they called. Sealed. */
export type QueuedPlate = TypedPlate & { readonly anonymousAddress?: string };

/** Has a plate looked up after the transaction; whoever is bound to it learns the VIN, on behalf of who asks now. */
export function queuePlateLookup(tx: Tx, subjectId: string, { plate, state }: TypedPlate): void {
  const { actor } = tx;
  const queued: QueuedPlate = {
    plate,
    state,
    ...(actor.kind === 'anonymous' ? { anonymousAddress: actor.address } : {}),
  };
  const sealed = tx.vault.seal(JSON.stringify(queued), lookupRow(subjectId));
  insertPlateLookup(tx.db, subjectId, { sealed, dueAt: addSeconds(tx.clock.now(), firstRetryS) });
}

export const lookupRow = (subjectId: string): string => `vehicles.plate_lookups/${subjectId}`;
