import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import type { Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import type { AppError } from '#platform/errors';
import { enrollmentExists } from '../errors.ts';
import { enrollmentEvent } from '../events.ts';
import type { Members } from '../row-rules.ts';
import { insertEnrollments, listLivingByVin, type Enrollment } from '../store.ts';

/**
 * Enrolls vehicles, with one statement per table however many; returns an enrollment or an error for each, in order.
 */
export async function enrollVehicles(
  tx: Tx,
  tenant: Tenant,
  rows: readonly Members[],
): Promise<(Enrollment | AppError)[]> {
  const drafts = rows.map((members) => newEnrollment(tenant, members, tx.clock.now()));
  const taken = await insertFree(tx, tenant, drafts);
  const enrolled = drafts.filter(({ id }) => !taken.has(id));
  publishEvent(tx, ...enrolled.map((enrollment) => enrollmentEvent(enrollment, 'plan.enrollment.created')));
  return drafts.map((draft) => {
    const living = taken.get(draft.id);
    return living === undefined ? draft : enrollmentExists(living);
  });
}

/**
 * The enrollment with the VIN may be canceled before its id is read; the VIN is then free. One retry is rare, a third
 * one indicates a bug.
 */
const insertTries = 3;

/** Inserts those whose VIN is free; for each of the others, the id of the enrollment that has its VIN. */
async function insertFree(tx: Tx, tenant: Tenant, drafts: readonly Enrollment[]): Promise<ReadonlyMap<string, string>> {
  const taken = new Map<string, string>();
  let left = drafts;
  for (let turn = 0; turn < insertTries; turn += 1) {
    const created = await insertEnrollments(tx.db, left);
    left = left.filter(({ id }) => !created.has(id));
    if (left.length === 0) return taken;
    const vins = left.map(({ vin }) => vin);
    const living = new Map((await listLivingByVin(tx.db, tenant, vins)).map(({ vin, id }) => [vin, id]));
    for (const { id, vin } of left) {
      const holder = living.get(vin);
      if (holder !== undefined) taken.set(id, holder);
    }
    left = left.filter(({ id }) => !taken.has(id));
    if (left.length === 0) return taken;
  }
  throw new Error('a VIN is neither free nor taken');
}

const newEnrollment = (tenant: Tenant, members: Members, now: Date): Enrollment => ({
  institutionId: tenant.institutionId,
  livemode: tenant.livemode,
  id: newId('enr', now),
  status: 'active',
  ...members,
  canceledAt: null,
  cancelReason: null,
  redeemedAt: null,
  createdAt: now,
  updatedAt: now,
});
