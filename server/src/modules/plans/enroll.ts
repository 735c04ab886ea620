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
  const taken = await insertFree(tx, owner, drafts);
  const enrolled = drafts.filter(({ id }) => !taken.has(id));
  announce(tx, ...enrolled.map((enrollment) => enrollmentEvent(enrollment, 'plan.enrollment.created')));
  return drafts.map((draft) => {
    const living = taken.get(draft.id);
    return living === undefined ? draft : enrollmentExists(living);
  });
}

/** Whoever held a VIN may be canceled before it can be named; the VIN is free then. Once is rare, thrice is a mistake. */
const insertTries = 3;

/** Inserts those whose VIN is free; for each of the others, the id of the enrollment that has its VIN. */
async function insertFree(tx: Tx, owner: Owner, drafts: readonly Enrollment[]): Promise<ReadonlyMap<string, string>> {
  const taken = new Map<string, string>();
  let left = drafts;
  for (let turn = 0; turn < insertTries; turn += 1) {
    const created = await insertEnrollments(tx.db, left);
    left = left.filter(({ id }) => !created.has(id));
    if (left.length === 0) return taken;
    const vins = left.map(({ vin }) => vin);
    const living = new Map((await listLivingByVin(tx.db, owner, vins)).map(({ vin, id }) => [vin, id]));
    for (const { id, vin } of left) {
      const holder = living.get(vin);
      if (holder !== undefined) taken.set(id, holder);
    }
    left = left.filter(({ id }) => !taken.has(id));
    if (left.length === 0) return taken;
  }
  throw new Error('a VIN is neither free nor taken');
}

const newEnrollment = (owner: Owner, members: Members, now: Date): Enrollment => ({
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
