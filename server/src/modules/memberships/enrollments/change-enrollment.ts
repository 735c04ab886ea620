import type { Tx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { updateContact } from '#modules/consultations';
import type { Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { isUniqueViolation } from '#platform/db';
import { isDeepStrictEqual } from 'node:util';
import { enrollmentExists, invalidState, VinTaken } from '../errors.ts';
import { enrollmentEvent } from '../events.ts';
import { findMemberBeingHelped } from '../member-store.ts';
import { callContactOf, mayEdit } from '../rules.ts';
import type { EnrollmentPatch } from '../schemas.ts';
import { insertEarlierTerms, listLivingByVin, updateEnrollment, type Enrollment } from '../store.ts';
import { enrollmentTransitions } from '../transitions.ts';
import { getLockedEnrollment } from './get-locked-enrollment.ts';

type Change = { readonly id: string; readonly patch: EnrollmentPatch };

/** Cancels, swaps the vehicle or edits contacts and reference (D-114); an edit without a change is not published. */
export async function changeEnrollment(tx: Tx, tenant: Tenant, { id, patch }: Change): Promise<Enrollment> {
  const enrollment = await getLockedEnrollment(tx, tenant, id);
  if (patch.status === 'canceled') return cancel(tx, enrollment, patch.cancel_reason ?? null);
  if (!mayEdit(enrollment.status, patch)) throw invalidState(enrollment.status);
  const edited = merge(enrollment, patch);
  if (isDeepStrictEqual(edited, enrollment)) return enrollment;
  await refuseTakenVin(tx, enrollment, edited);
  const updated = { ...edited, updatedAt: tx.clock.now() };
  updateEnrollment(tx.db, updated, (error) => (isUniqueViolation(error) ? new VinTaken(updated.vin) : undefined));
  if (updated.vin !== enrollment.vin) insertEarlierTerms(tx.db, enrollment, updated.updatedAt);
  publishEvent(tx, enrollmentEvent(updated, 'plan.enrollment.updated'));
  await updateCallContact(tx, enrollment, updated);
  return updated;
}

/** A member who is being helped is called by their new contacts from now on. Rosters do not update such members. */
async function updateCallContact(tx: Tx, before: Enrollment, after: Enrollment): Promise<void> {
  if (before.phone === after.phone && before.email === after.email) return;
  const member = await findMemberBeingHelped(tx.db, after);
  if (member !== undefined)
    await updateContact(tx, { consultationId: member.consultationId, contact: callContactOf(member) });
}

function cancel(tx: Tx, enrollment: Enrollment, reason: string | null): Enrollment {
  const status = enrollmentTransitions.next(enrollment.status, 'cancel');
  if (status === undefined) throw invalidState(enrollment.status);
  const now = tx.clock.now();
  const canceled: Enrollment = {
    ...enrollment,
    status,
    canceledAt: now,
    cancelReason: reason,
    updatedAt: now,
  };
  updateEnrollment(tx.db, canceled);
  publishEvent(tx, enrollmentEvent(canceled, 'plan.enrollment.canceled'));
  return canceled;
}

/** Another VIN is another vehicle: what is not sent about it is unknown. */
function merge(enrollment: Enrollment, { external_ref: ref, member = {}, vehicle }: EnrollmentPatch): Enrollment {
  const { email, phone } = member;
  const swapped = vehicle && vehicle.vin.toUpperCase() !== enrollment.vin;
  const unchanged = swapped ? { year: null, make: null, model: null } : enrollment;
  return {
    ...enrollment,
    externalRef: ref === undefined ? enrollment.externalRef : ref,
    firstName: member.first_name ?? enrollment.firstName,
    lastName: member.last_name ?? enrollment.lastName,
    email: email === undefined ? enrollment.email : email && normalizeEmail(email),
    phone: phone === undefined ? enrollment.phone : phone && (normalizePhone(phone) ?? null),
    vin: vehicle?.vin.toUpperCase() ?? enrollment.vin,
    year: vehicle?.year ?? unchanged.year,
    make: vehicle?.make ?? unchanged.make,
    model: vehicle?.model ?? unchanged.model,
  };
}

async function refuseTakenVin(tx: Tx, before: Enrollment, after: Enrollment): Promise<void> {
  if (before.vin === after.vin) return;
  const [other] = await listLivingByVin(tx.db, after, [after.vin]);
  if (other !== undefined) throw enrollmentExists(other.id);
}
