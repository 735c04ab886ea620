import { requireRole, requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/dates';
import { listStaffNames } from '#modules/access';
import { nameReason } from '#modules/audit';
import { transact } from '#platform/db';
import type { CaseSources } from './case-sources.ts';
import { calledRecently, caseClaimed, caseOver, consultationNotFound, leaseLost, ownerSpared } from './errors.ts';
import { withContact } from './fill-contacts.ts';
import type { NextCall } from './queue-schemas.ts';
import { claimRow, extendLease, listWindows, lockQueued, pauseRow, spareRow, type QueueRow } from './queue-store.ts';
import { isClosed, leaseMaxS, leaseS, releasePauseS } from './rules.ts';
import { findHindrance } from './take-next.ts';
import { toNextCall } from './to-next-call.ts';

/** Takes a certain case, unless somebody has it or another of the same number. */
export async function claimCase(ctx: Ctx, sources: CaseSources, id: string): Promise<NextCall> {
  const { staffId } = requireStaff(ctx.actor);
  return hold(ctx, { id, sources }, async (tx, row) => {
    if (isHeld(row, tx.clock.now()) && row.lease_staff_id !== staffId) throw await claimedBy(tx, row);
  });
}

export type TakeOver = { readonly id: string; readonly reason: string };

/** Takes a case out of somebody's hands; a lead says why. */
export async function takeOver(ctx: Ctx, sources: CaseSources, { id, reason }: TakeOver): Promise<NextCall> {
  const actor = requireRole(ctx.actor, 'lead');
  nameReason(actor, reason);
  return hold(ctx, { id, sources }, async () => undefined);
}

type Wanted = { readonly id: string; readonly sources: CaseSources };
type Check = (tx: Tx, row: QueueRow) => Promise<void>;

async function hold(ctx: Ctx, { id, sources }: Wanted, check: Check): Promise<NextCall> {
  const { staffId } = requireStaff(ctx.actor);
  const outcome = await transact(ctx, async (tx): Promise<NextCall | 'spared'> => {
    const now = tx.clock.now();
    const found = await lockQueued(tx.db, id);
    if (found === undefined) throw consultationNotFound();
    if (isClosed(found, now)) throw caseOver();
    await check(tx, found);
    const row = await withContact(tx, sources.contacts, found);
    const hindrance = await findHindrance(tx, row);
    if (hindrance?.kind === 'spared') {
      spareRow(tx.db, id, now);
      return 'spared';
    }
    if (hindrance?.kind === 'called') throw calledRecently(hindrance.until);
    if (hindrance !== undefined)
      throw await claimedBy(tx, { lease_staff_id: hindrance.staffId ?? null, lease_since: null });
    const until = addSeconds(now, leaseS);
    claimRow(tx.db, { id, staffId, now, until });
    const window = (await listWindows(tx.db)).find(({ key }) => key === row.window_key);
    return toNextCall(tx, row, { window, until, held: row.lease_staff_id === staffId && isHeld(row, now) });
  });
  if (outcome === 'spared') throw ownerSpared();
  return outcome;
}

const isHeld = ({ lease_until: until }: QueueRow, now: Date): boolean => until !== null && until > now;

async function claimedBy(tx: Tx, row: Pick<QueueRow, 'lease_staff_id' | 'lease_since'>) {
  const id = row.lease_staff_id ?? '';
  const names = await listStaffNames(tx, [id]);
  return caseClaimed(names.get(id) ?? 'Somebody', row.lease_since ?? undefined);
}

/** Whoever works on a case keeps it; the page says so every minute. */
export async function keepCase(ctx: Ctx, id: string): Promise<{ lease_until: string }> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const lease = { id, staffId, now, until: addSeconds(now, leaseS) };
  const kept = await extendLease(ctx.db, lease, addSeconds(now, -leaseMaxS));
  if (kept !== undefined) return { lease_until: kept.lease_until.toISOString() };
  return transact(ctx, async (tx) => {
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (isHeld(row, now) && row.lease_staff_id !== staffId) throw await claimedBy(tx, row);
    throw leaseLost();
  });
}

/** Gives a case back without a call; it comes up again a little later. */
export async function releaseCase(ctx: Ctx, id: string, reason: string | undefined): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  if (reason !== undefined) nameReason(ctx.actor, reason);
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (!isHeld(row, now)) throw leaseLost();
    if (row.lease_staff_id !== staffId) throw await claimedBy(tx, row);
    pauseRow(tx.db, id, addSeconds(now, releasePauseS));
  });
  return { ok: true };
}
