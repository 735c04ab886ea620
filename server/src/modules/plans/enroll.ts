import type { Ctx, Tx } from '#context';
import { getInstitution } from '#modules/partners';
import { announce } from '#modules/webhooks';
import { newId } from '#lib/ids';
import { validationFailed, type AppError } from '#platform/errors';
import { enrollmentExists } from './errors.ts';
import { enrollmentEvent } from './events.ts';
import { readEnrollment, type Members, type Terms } from './rules.ts';
import type { NewEnrollment } from './schemas.ts';
import { insertEnrollments, listLivingByVin, type Enrollment, type Owner } from './store.ts';

/** What rows are read against: the institution's plans and today. */
export async function termsOf(ctx: Ctx | Tx, { institutionId }: Owner): Promise<Terms> {
  const { plans } = await getInstitution(ctx, institutionId);
  return { plans: plans.map(({ code }) => code), now: ctx.clock.now() };
}

/** Enrolls one vehicle; its own VIN may be on the roster once. */
export async function enrollOne(tx: Tx, owner: Owner, request: NewEnrollment): Promise<Enrollment> {
  const { issues, members } = readEnrollment(request, await termsOf(tx, owner));
  if (issues.length > 0) throw validationFailed(issues);
  const [outcome] = await enroll(tx, owner, [members]);
  if (outcome === undefined || !('id' in outcome)) throw outcome;
  return outcome;
}

/** Enrolls vehicles, a statement per table however many; gives an enrollment or a refusal for each, in their order. */
export async function enroll(tx: Tx, owner: Owner, rows: readonly Members[]): Promise<(Enrollment | AppError)[]> {
  const drafts = rows.map((members) => newEnrollment(owner, members, tx.clock.now()));
  const created = await insertEnrollments(tx.db, drafts);
  const enrolled = drafts.filter(({ id }) => created.has(id));
  announce(tx, ...enrolled.map((enrollment) => enrollmentEvent(enrollment, 'plan.enrollment.created')));
  if (enrolled.length === drafts.length) return drafts;
  const taken = drafts.filter(({ id }) => !created.has(id)).map(({ vin }) => vin);
  const living = new Map((await listLivingByVin(tx.db, owner, taken)).map(({ vin, id }) => [vin, id]));
  return drafts.map((draft) => (created.has(draft.id) ? draft : enrollmentExists(living.get(draft.vin) ?? '')));
}

export const newEnrollment = (owner: Owner, members: Members, now: Date): Enrollment => ({
  institutionId: owner.institutionId,
  livemode: owner.livemode,
  id: newId('enr', now),
  status: 'active',
  ...members,
  canceledAt: null,
  cancelReason: null,
  redeemedAt: null,
  createdAt: now,
  updatedAt: now,
});
