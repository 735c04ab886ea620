import type { Tx } from '#context';
import { openNumberedConsultation } from '#modules/consultations';
import { announce } from '#modules/webhooks';
import { newId } from '#lib/ids';
import { validationFailed } from '#platform/errors';
import { requireLocked } from './change-enrollment.ts';
import { enrollmentNotFound, invalidState, lossNoticeExists } from './errors.ts';
import { enrollmentEvent } from './events.ts';
import { toLossNotice, toRedemption } from './loss-events.ts';
import { callContactOf } from './list-member-contacts.ts';
import type { LossNotice, NewLoss } from './loss-schemas.ts';
import { findOpenNotice, insertLossNotice, insertRedemption, type LossRow, type Redemption } from './loss-store.ts';
import { canMove } from './rules.ts';
import { findByVin, updateEnrollment, type Enrollment, type Owner } from './store.ts';

/** The enrollment that a notice names, if it is there; a body that names none or two is refused before. */
async function requireNamed(tx: Tx, owner: Owner, loss: NewLoss): Promise<Enrollment> {
  const id = loss.enrollment_id ?? (loss.vin && (await findByVin(tx.db, owner, loss.vin.toUpperCase()))?.id);
  if (id === undefined || id === '') throw enrollmentNotFound();
  const enrollment = await requireLocked(tx, owner, id);
  // Between finding and holding it the vehicle may have been swapped for another, which is not lost.
  if (loss.vin !== undefined && enrollment.vin !== loss.vin.toUpperCase()) throw enrollmentNotFound();
  return enrollment;
}

/** A member's car is gone: the notice, the member's consultation and the redemption, all at once or not at all (T9). */
export async function reportLoss(tx: Tx, owner: Owner, loss: NewLoss): Promise<LossNotice> {
  const before = await requireNamed(tx, owner, loss);
  const dateOfLoss = new Date(loss.date_of_loss);
  if (dateOfLoss < before.effectiveAt)
    throw validationFailed([{ path: 'date_of_loss', message: 'must not be before the enrollment began' }]);
  await refuseRepeated(tx, before);
  const now = tx.clock.now();
  const enrollment: Enrollment = { ...before, status: 'loss_reported', updatedAt: now };
  const redemptionId = newId('rdm', now);
  const consultation = await openNumberedConsultation(tx, {
    source: 'membership',
    sourceId: redemptionId,
    priority: false,
    test: !owner.livemode,
    contact: callContactOf({ ...before, lossState: loss.loss_state ?? null }),
  });
  const notice = newNotice(enrollment, { loss, dateOfLoss, redemptionId, now });
  const redemption: Redemption = {
    institutionId: owner.institutionId,
    livemode: owner.livemode,
    id: redemptionId,
    enrollmentId: enrollment.id,
    lossNoticeId: notice.id,
    consultationId: consultation.id,
    consultationNumber: consultation.number,
    status: 'open',
    createdAt: now,
    completedAt: null,
  };
  updateEnrollment(tx.db, enrollment);
  insertLossNotice(tx.db, notice);
  insertRedemption(tx.db, redemption);
  return tell(tx, enrollment, { notice, redemption });
}

function newNotice(
  enrollment: Enrollment,
  { loss, dateOfLoss, redemptionId, now }: { loss: NewLoss; dateOfLoss: Date; redemptionId: string; now: Date },
): LossRow {
  return {
    institutionId: enrollment.institutionId,
    livemode: enrollment.livemode,
    id: newId('lnt', now),
    enrollmentId: enrollment.id,
    redemptionId,
    externalRef: loss.external_ref ?? null,
    dateOfLoss,
    lossState: loss.loss_state?.toUpperCase() ?? null,
    carrier: loss.carrier ?? null,
    claimNumber: loss.claim_number ?? null,
    initialOfferCents: loss.initial_offer_cents ?? null,
    createdAt: now,
  };
}

function tell(tx: Tx, enrollment: Enrollment, { notice, redemption }: { notice: LossRow; redemption: Redemption }) {
  const full = toLossNotice(notice, redemption.consultationNumber);
  const { id, object, status, external_ref, created_at } = full;
  const thin = { loss_notice: { id, object, status, external_ref, created_at } };
  announce(
    tx,
    enrollmentEvent(enrollment, 'plan.loss.reported', { thin, full: { loss_notice: full } }),
    enrollmentEvent(enrollment, 'plan.redemption.created', redemptionExtra(redemption)),
  );
  return full;
}

/** What events about a redemption carry beside the enrollment. */
export function redemptionExtra(redemption: Redemption) {
  const full = toRedemption(redemption);
  const { id, object, status, consultation_number, created_at, completed_at } = full;
  return {
    thin: { redemption: { id, object, status, consultation_number, created_at, completed_at } },
    full: { redemption: full },
  };
}

async function refuseRepeated(tx: Tx, enrollment: Enrollment): Promise<void> {
  if (canMove(enrollment.status, 'report_loss')) return;
  if (enrollment.status !== 'loss_reported') throw invalidState(enrollment.status);
  const notice = await findOpenNotice(tx.db, enrollment);
  throw lossNoticeExists(notice?.id ?? '');
}
