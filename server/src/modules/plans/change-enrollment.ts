import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#context';
import { changeContact } from '#modules/consultations';
import { announce } from '#modules/webhooks';
import { normalizeEmail } from '#lib/email';
import { normalizePhone } from '#lib/phone';
import { isUniqueViolation } from '#platform/db';
import { enrollmentExists, enrollmentNotFound, invalidState } from './errors.ts';
import { enrollmentEvent } from './events.ts';
import { callContactOf } from './list-member-contacts.ts';
import { findBeingHelped } from './loss-store.ts';
import { canMove, mayEdit } from './rules.ts';
import type { EnrollmentPatch } from './schemas.ts';
import {
  insertEarlierTerms,
  listLivingByVin,
  lockEnrollment,
  updateEnrollment,
  type Enrollment,
  type Owner,
} from './store.ts';

/** Thrown when another enrollment took the VIN at the same moment; whoever catches it says which. */
export class VinTaken extends Error {
  readonly vin: string;

  constructor(vin: string) {
    super('another enrollment has this VIN');
    this.vin = vin;
  }
}

/** An enrollment of that owner, held until the transaction ends. */
export async function requireLocked(tx: Tx, owner: Owner, id: string): Promise<Enrollment> {
  const enrollment = await lockEnrollment(tx.db, owner, id);
  if (enrollment === undefined) throw enrollmentNotFound();
  return enrollment;
}

type Change = { readonly id: string; readonly patch: EnrollmentPatch };

/** Cancels, swaps the vehicle or edits contacts and reference (decision 114); no change is not announced. */
export async function changeEnrollment(tx: Tx, owner: Owner, { id, patch }: Change): Promise<Enrollment> {
  const enrollment = await requireLocked(tx, owner, id);
  if (patch.status === 'canceled') return cancel(tx, enrollment, patch.cancel_reason ?? null);
  if (!mayEdit(enrollment.status, patch)) throw invalidState(enrollment.status);
  const edited = merge(enrollment, patch);
  if (isDeepStrictEqual(edited, enrollment)) return enrollment;
  await refuseTakenVin(tx, enrollment, edited);
  const updated = { ...edited, updatedAt: tx.clock.now() };
  updateEnrollment(tx.db, updated, (error) => (isUniqueViolation(error) ? new VinTaken(updated.vin) : undefined));
  if (updated.vin !== enrollment.vin) insertEarlierTerms(tx.db, enrollment, updated.updatedAt);
  announce(tx, enrollmentEvent(updated, 'plan.enrollment.updated'));
  await tellCase(tx, enrollment, updated);
  return updated;
}

/** Whoever is being helped is called by their new contacts from now on. Rosters leave such members as they are. */
async function tellCase(tx: Tx, before: Enrollment, after: Enrollment): Promise<void> {
  if (before.phone === after.phone && before.email === after.email) return;
  const member = await findBeingHelped(tx.db, after);
  if (member !== undefined)
    await changeContact(tx, { consultationId: member.consultationId, contact: callContactOf(member) });
}

function cancel(tx: Tx, enrollment: Enrollment, reason: string | null): Enrollment {
  if (!canMove(enrollment.status, 'cancel')) throw invalidState(enrollment.status);
  const now = tx.clock.now();
  const canceled: Enrollment = {
    ...enrollment,
    status: 'canceled',
    canceledAt: now,
    cancelReason: reason,
    updatedAt: now,
  };
  updateEnrollment(tx.db, canceled);
  announce(tx, enrollmentEvent(canceled, 'plan.enrollment.canceled'));
  return canceled;
}

/** Another VIN is another vehicle: what is not said about it is not known. */
function merge(enrollment: Enrollment, { external_ref: ref, member = {}, vehicle }: EnrollmentPatch): Enrollment {
  const { email, phone } = member;
  const swapped = vehicle && vehicle.vin.toUpperCase() !== enrollment.vin;
  const kept = swapped ? { year: null, make: null, model: null } : enrollment;
  return {
    ...enrollment,
    externalRef: ref === undefined ? enrollment.externalRef : ref,
    firstName: member.first_name ?? enrollment.firstName,
    lastName: member.last_name ?? enrollment.lastName,
    email: email === undefined ? enrollment.email : email && normalizeEmail(email),
    phone: phone === undefined ? enrollment.phone : phone && (normalizePhone(phone) ?? null),
    vin: vehicle?.vin.toUpperCase() ?? enrollment.vin,
    year: vehicle?.year ?? kept.year,
    make: vehicle?.make ?? kept.make,
    model: vehicle?.model ?? kept.model,
  };
}

async function refuseTakenVin(tx: Tx, before: Enrollment, after: Enrollment): Promise<void> {
  if (before.vin === after.vin) return;
  const [other] = await listLivingByVin(tx.db, after, [after.vin]);
  if (other !== undefined) throw enrollmentExists(other.id);
}
