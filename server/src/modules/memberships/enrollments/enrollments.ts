import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import { bulkResult, type BulkResult, type RowOutcome } from '#lib/api/bulk-result';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { newId } from '#lib/tokens/ids';
import { updateContact } from '#modules/consultations';
import { getInstitution, type Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { isUniqueViolation } from '#platform/db';
import { validationFailed, type AppError, type Issue } from '#platform/errors';
import { readIdRange } from '#platform/http';
import { createValidator, toIssues } from '#platform/validation';
import { VinTaken, enrollmentExists, enrollmentNotFound, invalidState } from '../errors.ts';
import { enrollmentEvent, toView } from '../events.ts';
import { findMemberBeingHelped } from '../member-store.ts';
import { callContactOf, mayEdit, readEnrollment, type Members, type Terms } from '../rules.ts';
import {
  newEnrollmentSchema,
  type EnrollmentPatch,
  type EnrollmentQuery,
  type EnrollmentView,
  type NewEnrollment,
} from '../schemas.ts';
import {
  findEnrollment,
  insertEarlierTerms,
  insertEnrollments,
  listEnrollmentRows,
  listLivingByVin,
  lockEnrollment,
  updateEnrollment,
  type Enrollment,
} from '../store.ts';
import { enrollmentTransitions } from '../transitions.ts';

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

/** From now on the member of an open redemption is called by their new contacts. Rosters do not update such members. */
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

/** A new VIN is a different vehicle: unsent members become unknown. */
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

/**
 * Many enrollments in one call: each row is handled separately, valid ones enrolled and invalid ones explained (D-115).
 */
export async function enrollBulk(tx: Tx, tenant: Tenant, rows: readonly unknown[]): Promise<BulkResult> {
  const terms = await getTerms(tx, tenant);
  const validated = rows.map((row) => validateRow(row, terms));
  const good = validated.flatMap((row) => ('members' in row ? [row.members] : []));
  const outcomes = (good.length === 0 ? [] : await enrollVehicles(tx, tenant, good)).values();
  return bulkResult(
    rows,
    validated.map((row): RowOutcome => {
      if ('issues' in row) return validationFailed(row.issues);
      const outcome = outcomes.next().value;
      if (outcome === undefined) throw new Error('every good row has an outcome');
      return outcome;
    }),
  );
}

/** Enrolls one vehicle; a VIN can be on a roster once. */
export async function enrollVehicle(tx: Tx, tenant: Tenant, request: NewEnrollment): Promise<Enrollment> {
  const { issues, members } = readEnrollment(request, await getTerms(tx, tenant));
  if (issues.length > 0) throw validationFailed(issues);
  const [outcome] = await enrollVehicles(tx, tenant, [members]);
  if (outcome === undefined || !('id' in outcome)) throw outcome;
  return outcome;
}

/**
 * Enrolls vehicles, with one statement per table for any number; returns an enrollment or an error for each, in order.
 */
async function enrollVehicles(tx: Tx, tenant: Tenant, rows: readonly Members[]): Promise<(Enrollment | AppError)[]> {
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

export async function getEnrollment(ctx: Ctx, tenant: Tenant, id: string): Promise<EnrollmentView> {
  const enrollment = await findEnrollment(ctx.db, tenant, id);
  if (enrollment === undefined) throw enrollmentNotFound();
  return toView(enrollment);
}

/** That tenant's enrollment, locked until the transaction ends. */
export async function getLockedEnrollment(tx: Tx, tenant: Tenant, id: string): Promise<Enrollment> {
  const enrollment = await lockEnrollment(tx.db, tenant, id);
  if (enrollment === undefined) throw enrollmentNotFound();
  return enrollment;
}

/** The values that rows are validated against: the institution's plans and today's date. */
export async function getTerms(ctx: Ctx | Tx, { institutionId }: Tenant): Promise<Terms> {
  const { plans } = await getInstitution(ctx, institutionId);
  return { plans: plans.map(({ code }) => code), now: ctx.clock.now() };
}

/** The roster, newest first, including canceled enrollments: institutions need both to compare. */
export async function listEnrollments(ctx: Ctx, tenant: Tenant, query: EnrollmentQuery) {
  const limit = readLimit(query.limit);
  const rows = await listEnrollmentRows(ctx.db, tenant, {
    status: query.status,
    vin: query.vin?.toUpperCase(),
    externalRef: query.external_ref,
    plan: query.plan,
    ...readIdRange('enr', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: toView, cursor: (row) => writeCursor(row.id) });
}

const validate = createValidator().compile<NewEnrollment>(newEnrollmentSchema);

/** A row of a file or of a bulk call: its members, or all its issues. */
export function validateRow(
  row: unknown,
  terms: Terms,
): { readonly members: Members } | { readonly issues: readonly Issue[] } {
  if (!validate(row)) return { issues: toIssues(validate.errors ?? []) };
  const { issues, members } = readEnrollment(row, terms);
  return issues.length > 0 ? { issues } : { members };
}
