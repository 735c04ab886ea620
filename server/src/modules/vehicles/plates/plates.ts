import type { Ctx, Tx } from '#context';
import { addressBucket } from '#lib/network/address';
import { addDays, addSeconds } from '#lib/time/dates';
import { AppError, GatewayError } from '#platform/errors';
import { spendDaily } from '#platform/limits';
import { vehicleMetrics } from '../metrics.ts';
import { decodeVin, warmVinDecoder } from '../vin/decode-vin.ts';
import { withTimeout } from '../with-timeout.ts';
import { firstRetryS, lookupAad, readPlate, type TypedPlate } from './plate-rules.ts';
import { findPlateAnswer, insertPlateLookup, upsertPlateAnswer } from './plate-store.ts';

/** Plates seldom move to another car, and each look-up costs money. */
const answerDays = 30;

/** `pending`: no answer yet; a later look-up may have one. */
export type PlateResolution =
  | { readonly kind: 'found'; readonly vin: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'pending' };

/** Whether the answer will be of use; asked only when the look-up would cost money. */
export type IsWorthIt = () => Promise<boolean>;

/** Looks up a plate without a timeout, unlike `resolvePlate`. */
export async function lookUpPlate(ctx: Ctx, typed: TypedPlate, isWorthIt?: IsWorthIt): Promise<PlateResolution> {
  const plate = readPlate(typed);
  if (plate === undefined || !ctx.plates.configured) return { kind: 'unknown' };
  try {
    const name = `plate/${plate.state}/${plate.plate}`;
    const known = await findStored(ctx, name);
    if (known !== undefined) return known;
    // If that cannot be decided, the look-up is left for later.
    if (isWorthIt !== undefined && !(await isWorthIt().catch(() => false))) return { kind: 'pending' };
    if (!(await consumeShare(ctx))) {
      ctx.metrics.of(vehicleMetrics).plateLookups.inc({ outcome: 'over_share' });
      return { kind: 'unknown' };
    }
    return await fetchOnce(ctx, name, () => fetchAndStore(ctx, plate, name));
  } catch (error) {
    ctx.log.warn({ err: error }, 'vehicles.plate-not-looked-up');
    if (!(error instanceof GatewayError)) return { kind: 'unknown' };
    ctx.metrics.of(vehicleMetrics).plateLookups.inc({ outcome: error.kind });
    return { kind: error.kind === 'unavailable' ? 'pending' : 'unknown' };
  }
}

/** Look-ups in progress, by plate; one map per process, since all its contexts share the config. */
const inProgress = new WeakMap<Ctx['config'], Map<string, Promise<PlateResolution>>>();

/** Concurrent look-ups of the same plate share one call, which is paid for once. */
function fetchOnce(ctx: Ctx, name: string, fetchAnswer: () => Promise<PlateResolution>): Promise<PlateResolution> {
  const questions = inProgress.get(ctx.config) ?? new Map<string, Promise<PlateResolution>>();
  inProgress.set(ctx.config, questions);
  const same = questions.get(name);
  if (same !== undefined) return same;
  const question = fetchAnswer().finally(() => questions.delete(name));
  questions.set(name, question);
  return question;
}

async function findStored(ctx: Ctx, name: string): Promise<PlateResolution | undefined> {
  const answer = await findPlateAnswer(ctx.db, ctx.vault.fingerprints(name), ctx.clock.now());
  return answer && (answer.vin === null ? { kind: 'unknown' } : { kind: 'found', vin: answer.vin });
}

async function fetchAndStore(ctx: Ctx, plate: TypedPlate, name: string): Promise<PlateResolution> {
  // Another request may have stored the answer since the first check.
  const known = await findStored(ctx, name);
  if (known !== undefined) return known;
  // An answer counts only once its VIN was decoded: until that is possible, the call would be wasted.
  if (!(await warmVinDecoder(ctx))) return { kind: 'pending' };
  if (!(await spendDaily(ctx, { name: 'vehicles.plates', perDay: ctx.config.plates?.perDay ?? 0 }))) {
    ctx.log.warn('vehicles.plate-budget-spent');
    ctx.metrics.of(vehicleMetrics).plateLookups.inc({ outcome: 'over_budget' });
    return { kind: 'unknown' };
  }
  const vin = await fetchVin(ctx, plate);
  ctx.metrics.of(vehicleMetrics).plateLookups.inc({ outcome: vin === undefined ? 'unknown' : 'found' });
  const expiresAt = addDays(ctx.clock.now(), answerDays);
  await upsertPlateAnswer(ctx.db, { hash: ctx.vault.fingerprint(name), vin, expiresAt });
  return vin === undefined ? { kind: 'unknown' } : { kind: 'found', vin };
}

/** One keyless address's share of the daily budget: one client must not use up the paid lookups. */
const anonymousShare = 0.1;

async function consumeShare({ actor, limits, config }: Ctx): Promise<boolean> {
  if (actor.kind !== 'anonymous') return true;
  const points = Math.max(1, Math.floor((config.plates?.perDay ?? 0) * anonymousShare));
  const limit = { name: 'plates', points, windowS: 86_400, whenStoreIsGone: 'let through' } as const;
  try {
    await limits.consume(limit, addressBucket(actor.address));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * An answer counts only if its VIN is a real vehicle's: complete, with a correct check digit and a known maker (D-020).
 */
async function fetchVin(ctx: Ctx, plate: TypedPlate): Promise<string | undefined> {
  const answer = await ctx.plates.lookUp(plate);
  if (answer.kind === 'unknown') return undefined;
  const decoded = await decodeVin(ctx, answer.vin);
  if (decoded?.complete === true && decoded.checkDigit === 'right') return decoded.vin;
  throw new GatewayError('malformed', 'the plate provider gave something that is no VIN');
}

/** The contents of a row, encrypted: the plate and, for a client without a key, the address. */
export type QueuedPlate = TypedPlate & { readonly anonymousAddress?: string };

/** Queues a plate look-up for after the transaction; the bound handler gets the VIN, on behalf of the current actor. */
export function queuePlateLookup(tx: Tx, subjectId: string, { plate, state }: TypedPlate): void {
  const { actor } = tx;
  const queued: QueuedPlate = {
    plate,
    state,
    ...(actor.kind === 'anonymous' ? { anonymousAddress: actor.address } : {}),
  };
  const encrypted = tx.vault.encrypt(JSON.stringify(queued), lookupAad(subjectId));
  insertPlateLookup(tx.db, subjectId, { sealed: encrypted, dueAt: addSeconds(tx.clock.now(), firstRetryS) });
}

/** The longest that a request waits for a provider. */
const timeoutMs = 1500;

/**
 * The VIN of a plate, if it is known within a second and a half. A slower look-up continues and its answer is stored,
 * so that `queuePlateLookup` finds it without paying again. Never rejects.
 */
export async function resolvePlate(ctx: Ctx, typed: TypedPlate, isWorthIt?: IsWorthIt): Promise<PlateResolution> {
  return (await withTimeout(lookUpPlate(ctx, typed, isWorthIt), timeoutMs)) ?? { kind: 'pending' };
}
