import type { Tx } from '#context';
import { findStateProblem } from '#lib/calling/us-states';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { dayAsWritten, dayOf } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { recordConsent } from '#modules/ledger';
import { createNumberedConsultation, wantMarketRead } from '#modules/consultations';
import type { Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { validationFailed } from '#platform/errors';
import { getLockedEnrollment } from '../enrollments/enrollments.ts';
import { enrollmentNotFound, invalidState, lossNoticeExists } from '../errors.ts';
import { enrollmentEvent } from '../events.ts';
import { callContactOf } from '../rules.ts';
import { findByVin, updateEnrollment, type Enrollment } from '../store.ts';
import { enrollmentTransitions } from '../transitions.ts';
import { redemptionExtra, toLossNotice } from './events.ts';
import type { LossNotice, NewLoss } from './schemas.ts';
import { findOpenNotice, insertLossNotice, insertRedemption, type LossRow, type Redemption } from './store.ts';

/** The enrollment that a notice names, if it exists; a body that names none or two was refused before. */
async function getReportedEnrollment(tx: Tx, tenant: Tenant, loss: NewLoss): Promise<Enrollment> {
  const id = loss.enrollment_id ?? (loss.vin && (await findByVin(tx.db, tenant, loss.vin.toUpperCase()))?.id);
  if (id === undefined || id === '') throw enrollmentNotFound();
  const enrollment = await getLockedEnrollment(tx, tenant, id);
  // Between the lookup and the lock, the vehicle may have been swapped for another, which is not lost.
  if (loss.vin !== undefined && enrollment.vin !== loss.vin.toUpperCase()) throw enrollmentNotFound();
  return enrollment;
}

/** Records a member's total loss: the notice, the consultation and the redemption, all or nothing (T9). */
export async function reportLoss(tx: Tx, tenant: Tenant, loss: NewLoss): Promise<LossNotice> {
  const stateProblem = findStateProblem(tx.config, loss.loss_state);
  if (stateProblem !== undefined) throw validationFailed([{ path: 'loss_state', message: stateProblem }]);
  const before = await getReportedEnrollment(tx, tenant, loss);
  // Days are compared as they are written: cover begins with a calendar day, wherever the loss was.
  if (dayAsWritten(loss.date_of_loss) < dayOf(before.effectiveAt))
    throw validationFailed([{ path: 'date_of_loss', message: 'must not be before the enrollment began' }]);
  await refuseRepeated(tx, before);
  const now = tx.clock.now();
  const enrollment: Enrollment = { ...before, status: enrollmentTransitions.table.report_loss.to, updatedAt: now };
  const redemptionId = newId('rdm', now);
  const contact = callContactOf({ ...before, lossState: loss.loss_state ?? null });
  const consultation = await createNumberedConsultation(tx, {
    source: 'membership',
    sourceId: redemptionId,
    priority: false,
    test: !tenant.livemode,
    contact,
    offer: statedOf(loss),
  });
  wantMarketRead(tx, consultation.id);
  const notice = newNotice(enrollment, { loss, redemptionId, now });
  const redemption: Redemption = {
    institutionId: tenant.institutionId,
    livemode: tenant.livemode,
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
  recordConsent(tx, {
    kind: 'attested',
    contacts: { email: contact.email, phone: contact.phone, test: !tenant.livemode },
    subjectId: redemptionId,
    details: {
      institution_id: tenant.institutionId,
      mode: 'membership',
      enrollment_id: enrollment.id,
      plan: enrollment.plan,
    },
  });
  return publishLoss(tx, enrollment, { notice, redemption });
}

/** It is unknown whether an institution's figure includes tax. */
const statedOf = ({ initial_offer_cents: cents }: NewLoss): OfferParts =>
  cents === undefined ? {} : { stated: { cents, from: 'institution' } };

function newNotice(
  enrollment: Enrollment,
  { loss, redemptionId, now }: { loss: NewLoss; redemptionId: string; now: Date },
): LossRow {
  return {
    institutionId: enrollment.institutionId,
    livemode: enrollment.livemode,
    id: newId('lnt', now),
    enrollmentId: enrollment.id,
    redemptionId,
    externalRef: loss.external_ref ?? null,
    dateOfLoss: new Date(loss.date_of_loss),
    lossDay: dayAsWritten(loss.date_of_loss),
    lossState: loss.loss_state?.toUpperCase() ?? null,
    carrier: loss.carrier ?? null,
    claimNumber: loss.claim_number ?? null,
    initialOfferCents: loss.initial_offer_cents ?? null,
    createdAt: now,
  };
}

function publishLoss(
  tx: Tx,
  enrollment: Enrollment,
  { notice, redemption }: { notice: LossRow; redemption: Redemption },
) {
  const full = toLossNotice(notice, redemption.consultationNumber);
  const { id, object, status, external_ref, created_at } = full;
  const thin = { loss_notice: { id, object, status, external_ref, created_at } };
  publishEvent(
    tx,
    enrollmentEvent(enrollment, 'plan.loss.reported', { thin, full: { loss_notice: full } }),
    enrollmentEvent(enrollment, 'plan.redemption.created', redemptionExtra(redemption)),
  );
  return full;
}

async function refuseRepeated(tx: Tx, enrollment: Enrollment): Promise<void> {
  if (enrollmentTransitions.canMove(enrollment.status, 'report_loss')) return;
  if (enrollment.status !== 'loss_reported') throw invalidState(enrollment.status);
  const notice = await findOpenNotice(tx.db, enrollment);
  throw lossNoticeExists(notice?.id ?? '');
}
