import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { nameReason } from '#modules/ledger';
import { listStaffNames } from '#modules/staff';
import { transact } from '#platform/db';
import { suppressRow } from '../contacts/store.ts';
import { listWindows } from '../contacts/window-store.ts';
import {
  calledRecently,
  callsStopped,
  consultationClaimed,
  consultationClosed,
  consultationNotFound,
  customerSuppressed,
  leaseLost,
} from '../errors.ts';
import { toNextCall } from '../queue/claim-next.ts';
import { findHindrance } from '../queue/find-hindrance.ts';
import { offerNumber } from '../queue/queue-numbers.ts';
import type { NextCall } from '../queue/schemas.ts';
import { claimRow, extendLease, pauseRow } from '../queue/store.ts';
import { isClosed, leaseMaxS, leaseS, releasePauseS, unknownLocation } from '../rules.ts';
import { lockQueued, type QueueRow } from '../store.ts';
import { isLeased } from './rules.ts';

/** Claims one chosen consultation, unless another caller has it or another one with the same number. */
export async function claimConsultation(ctx: Ctx, id: string): Promise<NextCall> {
  const { staffId } = requireStaff(ctx.actor);
  return leaseConsultation(ctx, id, async (tx, row) => {
    if (isLeased(row, tx.clock.now()) && row.lease_staff_id !== staffId) throw await toClaimedError(tx, row);
  });
}

type Check = (tx: Tx, row: QueueRow) => Promise<void>;

async function leaseConsultation(ctx: Ctx, id: string, check: Check): Promise<NextCall> {
  const { staffId } = requireStaff(ctx.actor);
  const outcome = await transact(ctx, async (tx): Promise<NextCall | 'suppressed'> => {
    const now = tx.clock.now();
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (isClosed(row, now)) throw consultationClosed();
    if (row.stopped_channels.includes('call')) throw callsStopped();
    await check(tx, row);
    const { hindrance, number } = await findHindrance(tx, row);
    if (hindrance?.kind === 'suppressed') {
      suppressRow(tx.db, id, now);
      return 'suppressed';
    }
    if (hindrance?.kind === 'called') throw calledRecently(hindrance.until);
    if (hindrance !== undefined)
      throw await toClaimedError(tx, { lease_staff_id: hindrance.staffId ?? null, lease_since: null });
    const until = addSeconds(now, leaseS);
    const window = (await listWindows(tx.db)).find(({ key }) => key === row.window_key) ?? unknownLocation;
    claimRow(tx.db, { id, staffId, now, until });
    // A number that was tried too often is not shown, but its consultation can be worked on.
    const offer = offerNumber(tx, { row, number, window });
    return toNextCall(tx, row, { window, until, leased: row.lease_staff_id === staffId && isLeased(row, now), offer });
  });
  if (outcome === 'suppressed') throw customerSuppressed();
  return outcome;
}

/** Returns a consultation without a call; it is due again a little later. */
export async function releaseLease(ctx: Ctx, id: string, reason: string | undefined): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  if (reason !== undefined) nameReason(ctx.actor, reason);
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (!isLeased(row, now)) throw leaseLost();
    if (row.lease_staff_id !== staffId) throw await toClaimedError(tx, row);
    pauseRow(tx.db, id, addSeconds(now, releasePauseS));
  });
  return { ok: true };
}

/** Extends the lease while a caller works on the consultation; the board requests it every minute. */
export async function renewLease(ctx: Ctx, id: string): Promise<{ lease_until: string }> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const lease = { id, staffId, now, until: addSeconds(now, leaseS) };
  const renewed = await extendLease(ctx.db, lease, addSeconds(now, -leaseMaxS));
  if (renewed !== undefined) return { lease_until: renewed.lease_until.toISOString() };
  return transact(ctx, async (tx) => {
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (isLeased(row, now) && row.lease_staff_id !== staffId) throw await toClaimedError(tx, row);
    throw leaseLost();
  });
}

type TakeOverLease = { readonly id: string; readonly reason: string };

/** Takes the lease from another caller; leads only, with a reason. */
export async function takeOverLease(ctx: Ctx, { id, reason }: TakeOverLease): Promise<NextCall> {
  const actor = requireStaff(ctx.actor);
  nameReason(actor, reason);
  return leaseConsultation(ctx, id, async () => undefined);
}

async function toClaimedError(tx: Tx, row: Pick<QueueRow, 'lease_staff_id' | 'lease_since'>) {
  const id = row.lease_staff_id ?? '';
  const names = await listStaffNames(tx, [id]);
  return consultationClaimed(names.get(id) ?? 'Somebody', row.lease_since ?? undefined);
}
