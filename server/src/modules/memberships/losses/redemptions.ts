import type { Ctx, Tx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { closeConsultations } from '#modules/consultations';
import type { Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { transact } from '#platform/db';
import { readIdRange } from '#platform/http';
import { getLockedEnrollment } from '../enrollments/enrollments.ts';
import { invalidState, redemptionNotFound } from '../errors.ts';
import { enrollmentEvent } from '../events.ts';
import { updateEnrollment, type Enrollment } from '../store.ts';
import { enrollmentTransitions } from '../transitions.ts';
import { redemptionExtra, toRedemption } from './events.ts';
import type { RedemptionQuery, RedemptionView } from './schemas.ts';
import {
  findRedemption,
  listRedemptionRows,
  lockOwnRedemption,
  lockRedemption,
  updateRedemption,
  type Redemption,
} from './store.ts';

/** Redemptions: consultations of members, newest first. */
export async function listRedemptions(ctx: Ctx, tenant: Tenant, query: RedemptionQuery) {
  const limit = readLimit(query.limit);
  const rows = await listRedemptionRows(ctx.db, tenant, {
    enrollmentId: query.enrollment_id,
    status: query.status,
    ...readIdRange('rdm', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: toRedemption, cursor: (row) => writeCursor(row.id) });
}

/** It was not a total loss after all; the vehicle is enrolled as before. */
export const cancelRedemption = (ctx: Ctx, tenant: Tenant, id: string) =>
  closeRedemption(ctx, tenant, { id, closing: toCanceled });

const toCanceled: Closing = ({ redemption, enrollment, now }) => ({
  redemption: { ...redemption, status: 'canceled' },
  enrollment: { ...enrollment, status: enrollmentTransitions.table.cancel_redemption.to, updatedAt: now },
  event: 'plan.enrollment.updated',
});

type EndRedemption = { readonly id: string; readonly closing: Closing };

async function closeRedemption(ctx: Ctx, tenant: Tenant, { id, closing }: EndRedemption): Promise<RedemptionView> {
  return transact(ctx, async (tx) => {
    const redemption = await lockOwnRedemption(tx.db, tenant, id);
    if (redemption === undefined) throw redemptionNotFound();
    if (redemption.status !== 'open') throw invalidState(redemption.status);
    const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
    return toRedemption(recordClosing(tx, { redemption, enrollment }, closing));
  });
}

/** The member was helped; the enrollment is used up, and this is the last billed month. */
export const completeRedemption = (ctx: Ctx, tenant: Tenant, id: string) =>
  closeRedemption(ctx, tenant, { id, closing: toCompleted });

/** For staff, who address a redemption by its id alone. */
export async function getRedemptionTenant(ctx: Ctx, id: string): Promise<Tenant> {
  const redemption = await findRedemption(ctx.db, id);
  if (redemption === undefined) throw redemptionNotFound();
  return { institutionId: redemption.institutionId, livemode: redemption.livemode };
}

/**
 * Locks the redemption of a member's case that is to be closed. A member who was helped has used the plan, so it is
 * completed (T8); otherwise it stays open, because only staff know whether it was a total loss.
 */
export async function prepareMemberClose(tx: Tx, redemptionId: string) {
  const redemption = await lockRedemption(tx.db, redemptionId);
  const enrollment =
    redemption?.status === 'open' ? await getLockedEnrollment(tx, redemption, redemption.enrollmentId) : undefined;
  return {
    hindrance: undefined,
    end(helped: boolean): void {
      if (!helped || redemption === undefined || enrollment === undefined) return;
      if (enrollmentTransitions.canMove(enrollment.status, 'redeem'))
        recordClosing(tx, { redemption, enrollment }, toCompleted);
    },
    /** A completed redemption stays completed. */
    resume: async () => undefined,
  };
}

/** T8: the enrollment is used up. */
const toCompleted: Closing = ({ redemption, enrollment, now }) => ({
  redemption: { ...redemption, status: 'completed', completedAt: now },
  enrollment: { ...enrollment, status: enrollmentTransitions.table.redeem.to, redeemedAt: now, updatedAt: now },
  event: 'plan.redemption.completed',
});

type LockedLoss = { readonly redemption: Redemption; readonly enrollment: Enrollment };

/** The new states of a redemption and its enrollment when it ends. */
type Closing = (locked: LockedLoss & { readonly now: Date }) => LockedLoss & {
  readonly event: 'plan.redemption.completed' | 'plan.enrollment.updated';
};

/** Ends a locked, open redemption with its event; its case is closed with it, unless it already is. */
function recordClosing(tx: Tx, locked: LockedLoss, closing: Closing): Redemption {
  const { redemption, enrollment, event } = closing({ ...locked, now: tx.clock.now() });
  updateRedemption(tx.db, redemption);
  updateEnrollment(tx.db, enrollment);
  closeConsultations(tx, [redemption.consultationId], redemption.status);
  const extra = event === 'plan.redemption.completed' ? redemptionExtra(redemption) : undefined;
  publishEvent(tx, enrollmentEvent(enrollment, event, extra));
  return redemption;
}
