// What lenders do with their rosters, and what the team does with losses.
import { check, some } from '#bench/model-test/difference';
import { dayMs, iso, startOfDay, states } from '#bench/model-test/model/hours';
import {
  cancel,
  change,
  compareRoster,
  endRedemption,
  enroll,
  findLiving,
  isValid,
  mayChange,
  meantBy,
  needsAsking,
  noticeOf,
  redemptionOf,
  reportLoss,
  viewOf,
  type Change,
  type Row,
} from '#bench/model-test/model/plans';
import type { Enrollment, Tenant } from '#bench/model-test/model/state';
import { expectAnswer, expectDone } from '#bench/model-test/world';
import type { Step, Walker } from '#bench/model-test/walker';
import { refusedAsSuspended } from './referrals.ts';

const vins = Array.from({ length: 9 }, (_, index) => `2SYNTHWALK000000${index}`);

const someOwner = (walker: Walker): Tenant =>
  walker.pick(walker.model.tenants.filter(({ livemode }) => livemode || walker.chance(0.3)));

function someRow(walker: Walker, vin = walker.pick(vins)): Row {
  const { email, phone, firstName, lastName } = walker.pick(walker.model.customers);
  const days = walker.pick([undefined, undefined, undefined, -40, -1, 0, 1, 20, 45]);
  const today = startOfDay(walker.model.now);
  return {
    externalRef: walker.chance(0.4) ? `member-${walker.below(30)}` : null,
    plan: walker.chance(0.75) ? 'standard' : 'gold',
    member: {
      first_name: firstName,
      last_name: lastName,
      email: walker.chance(0.8) ? (email ?? null) : null,
      phone: walker.chance(0.7) ? (phone ?? null) : null,
    },
    vehicle: { vin, year: 2022, make: 'Synthetic', model: 'Wagon' },
    effectiveAt: days === undefined ? undefined : today + days * dayMs,
  };
}

const withoutNulls = (members: object) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const bodyOf = ({ externalRef, plan, member, vehicle, effectiveAt }: Row) => ({
  ...(externalRef === null ? {} : { external_ref: externalRef }),
  plan,
  member: withoutNulls(member),
  vehicle: withoutNulls(vehicle),
  ...(effectiveAt === undefined ? {} : { effective_on: iso(effectiveAt).slice(0, 10) }),
});

async function enrollOne(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const owner = someOwner(walker);
  const usual = someRow(walker);
  const row = walker.chance(0.1) ? { ...usual, plan: 'silver' } : usual;
  const answer = await world.partner(owner, 'POST /plans/enrollments', { body: bodyOf(row) });
  if (refusedAsSuspended(owner, answer)) return 'suspended';
  if (!isValid(model, owner, row)) {
    expectAnswer('an enrollment in a plan there is not', answer, { status: 400, code: 'validation_failed' });
    return 'refused';
  }
  const living = findLiving(model, owner, row.vehicle.vin);
  if (living !== undefined) {
    expectAnswer('a second enrollment of a VIN', answer, { status: 409, code: 'enrollment_exists' });
    check('the enrollment in the way', answer.body.enrollment_id, living.id);
    return 'exists';
  }
  expectAnswer('an enrollment', answer, { status: 201 });
  check('the new enrollment', answer.body, viewOf(enroll(model, owner, { row, id: answer.body.id })));
  return `institution ${owner.institution.index} ${owner.livemode ? 'live' : 'test'}`;
}

async function enrollMany(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const owner = someOwner(walker);
  const rows = Array.from({ length: 1 + walker.below(5) }, () => someRow(walker));
  const answer = await world.partner(owner, 'POST /plans/enrollments/bulk', {
    body: { enrollments: rows.map(bodyOf) },
  });
  if (refusedAsSuspended(owner, answer)) return 'suspended';
  expectAnswer('a bulk of enrollments', answer, { status: 200 });
  const results = answer.body.results as { id: string; status: string; error?: { code: string } }[];
  for (const [index, row] of rows.entries()) {
    const exists = findLiving(model, owner, row.vehicle.vin) !== undefined;
    const result = results[index];
    check('a row of a bulk', result?.status, exists ? 'failed' : 'created');
    if (exists) check('why a row failed', result?.error?.code, 'enrollment_exists');
    else enroll(model, owner, { row, id: result?.id ?? '' });
  }
  return `${results.filter(({ status }) => status === 'created').length} of ${rows.length}`;
}

function someChange(walker: Walker): Change {
  const kind = walker.below(4);
  if (kind === 0) return { vin: walker.pick(vins) };
  if (kind === 1) return { externalRef: walker.chance(0.3) ? null : `member-${walker.below(30)}` };
  const { email, phone } = walker.pick(walker.model.customers);
  if (kind === 2) return { member: { phone: walker.chance(0.2) ? null : (phone ?? null) } };
  return { member: { email: email ?? null, phone: phone ?? null } };
}

async function changeOne(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const lost = model.redemptions.filter(({ status }) => status === 'open').map(({ enrollment }) => enrollment);
  const enrollment = walker.chance(0.4) ? walker.find(lost) : walker.recent(model.enrollments, 12);
  if (enrollment === undefined) return undefined;
  const { tenant, status } = enrollment;
  const patch = (body: object) => world.partner(tenant, `PATCH /plans/enrollments/${enrollment.id}`, { body });
  if (walker.chance(0.35)) {
    const answer = await patch({ status: 'canceled' });
    if (refusedAsSuspended(tenant, answer)) return 'suspended';
    const allowed = status === 'active';
    expectAnswer(`canceling an enrollment that is ${status}`, answer, { status: allowed ? 200 : 409 });
    if (allowed) cancel(model, enrollment, null);
    return `${allowed ? 'canceled' : 'refused'} in ${status}`;
  }
  const wanted = someChange(walker);
  const { vin, externalRef, member } = wanted;
  const answer = await patch({
    ...(vin === undefined ? {} : { vehicle: { vin } }),
    ...(externalRef === undefined ? {} : { external_ref: externalRef }),
    ...(member === undefined ? {} : { member }),
  });
  if (refusedAsSuspended(tenant, answer)) return 'suspended';
  const what = Object.keys(wanted).join();
  const holder = vin === undefined ? undefined : findLiving(model, tenant, vin);
  const refusal = !mayChange(enrollment, wanted)
    ? 'invalid_state'
    : holder !== undefined && holder !== enrollment
      ? 'enrollment_exists'
      : undefined;
  expectDone(`a change of ${what} in ${status}`, answer, refusal);
  if (refusal !== undefined) return `${what}: ${refusal}`;
  change(model, enrollment, wanted);
  touchLosses(walker, enrollment);
  check('the changed enrollment', answer.body, viewOf(enrollment));
  return `${what} in ${status}`;
}

/** The case of a loss is about the enrollment's current member. */
function touchLosses({ model }: Walker, enrollment: Enrollment): void {
  for (const one of model.redemptions) if (one.enrollment === enrollment) model.touched.redemptions.add(one);
}

async function lose(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const byVin = walker.chance(0.3);
  const owner = someOwner(walker);
  const vin = walker.pick(vins);
  const enrollment = byVin ? meantBy(model, owner, vin) : walker.recent(model.enrollments, 12);
  if (!byVin && enrollment === undefined) return undefined;
  const dateOfLoss = model.now - walker.pick([0, 0, 1, 30]) * dayMs;
  const lossState = walker.chance(0.6) ? walker.pick(states) : undefined;
  const caller = byVin ? owner : (enrollment?.tenant ?? owner);
  const answer = await world.partner(caller, 'POST /plans/loss-notices', {
    body: {
      ...(byVin ? { vin } : { enrollment_id: enrollment?.id }),
      date_of_loss: iso(dateOfLoss),
      ...(lossState === undefined ? {} : { loss_state: lossState }),
    },
  });
  if (refusedAsSuspended(caller, answer)) return 'suspended';
  const refusal = lossRefusal(enrollment, dateOfLoss);
  if (refusal !== undefined) {
    expectAnswer(`a loss notice of a ${enrollment?.status} enrollment`, answer, refusal);
    return refusal.code;
  }
  expectAnswer('a loss notice', answer, { status: 201 });
  if (enrollment === undefined) return undefined;
  const { id: notice, redemption_id: redemption, consultation_number: number } = answer.body;
  const made = reportLoss(model, enrollment, { dateOfLoss, lossState, notice, redemption, number });
  if (made.case !== undefined) Object.assign(made.case, await walker.nameCase(redemption));
  check('the loss notice', answer.body, noticeOf(made, dateOfLoss));
  return 'reported';
}

function lossRefusal(enrollment: Enrollment | undefined, dateOfLoss: number) {
  if (enrollment === undefined) return { status: 404, code: 'not_found' };
  if (dateOfLoss < enrollment.effectiveAt) return { status: 400, code: 'validation_failed' };
  if (enrollment.status === 'loss_reported') return { status: 409, code: 'loss_notice_exists' };
  return enrollment.status === 'active' ? undefined : { status: 409, code: 'invalid_state' };
}

async function endOne(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const redemption = walker.recent(model.redemptions);
  if (redemption === undefined) return undefined;
  const how = walker.chance(0.6) ? 'complete' : 'cancel';
  const before = redemption.status;
  const answer = await world.staff(`POST /redemptions/${redemption.id}/${how}`);
  expectAnswer(`${how} of a redemption that is ${before}`, answer, { status: before === 'open' ? 200 : 409 });
  if (before !== 'open') return `${how} refused in ${before}`;
  endRedemption(model, redemption, how);
  check('the redemption', answer.body, redemptionOf(redemption));
  return how;
}

/** A roster of most enrollments, slightly changed; sometimes a truncated one. */
async function syncRoster(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const owner = someOwner(walker);
  const living = model.enrollments.filter((one) => one.tenant === owner && one.status !== 'canceled');
  const cut = walker.chance(0.25) ? 0.3 : 0.9;
  const same = living
    .filter(() => walker.chance(cut))
    .map((one): Row => ({ ...one, effectiveAt: undefined, ...(walker.chance(0.2) ? { externalRef: 'moved' } : {}) }));
  const free = vins.filter((vin) => !living.some(({ vehicle }) => vehicle.vin === vin));
  const rows = [...same, ...free.filter(() => walker.chance(0.3)).map((vin) => someRow(walker, vin))];
  if (rows.length === 0) rows.push(someRow(walker));
  const { active, created, absent, updated, kept, keptNamed } = compareRoster(model, owner, rows);
  const confirmed = walker.chance(0.4) ? { confirm_cancel_count: absent.length } : {};
  const mode = walker.chance(0.15) ? 'dry_run' : 'apply';
  const body = { mode, roster: rows.map(bodyOf), ...confirmed };
  const answer = await world.partner(owner, 'POST /plans/roster-sync', { body });
  if (refusedAsSuspended(owner, answer)) return 'suspended';
  if (needsAsking(absent.length, active.length) && !('confirm_cancel_count' in confirmed)) {
    const expected = { would_cancel: absent.length, active_count: active.length, threshold_percent: 20 };
    expectAnswer(`a roster that cancels ${absent.length} of ${active.length}`, answer, {
      status: 409,
      code: 'roster_cancel_threshold',
    });
    check('what the roster would cancel', answer.body, some(expected));
    return `asks first about ${absent.length} of ${active.length}`;
  }
  expectAnswer(`a roster that cancels ${absent.length} of ${active.length}`, answer, { status: 200 });
  const totals = {
    submitted: rows.length,
    created: created.length,
    updated: updated.length,
    unchanged: rows.length - created.length - updated.length - keptNamed,
    canceled: absent.length,
    kept: kept.length,
  };
  check('the sums of a roster', answer.body, some({ mode, totals }));
  if (mode === 'dry_run') return 'tried only';
  const made = answer.body.changes as { action: string; vin: string; enrollment_id: string }[];
  const idOf = (vin: string) => made.find((one) => one.action === 'created' && one.vin === vin)?.enrollment_id ?? '';
  for (const row of created) enroll(model, owner, { row, id: idOf(row.vehicle.vin) });
  for (const { one, row } of updated) {
    change(model, one, { externalRef: row.externalRef, plan: row.plan, member: row.member });
    touchLosses(walker, one);
  }
  for (const one of absent) cancel(model, one, 'roster_sync');
  return `${created.length} new, ${updated.length} changed, ${absent.length} gone`;
}

export const planSteps: readonly Step[] = [
  { name: 'lender enrolls', weight: 7, run: enrollOne },
  { name: 'lender enrolls many', weight: 3, run: enrollMany },
  { name: 'lender changes an enrollment', weight: 8, run: changeOne },
  { name: 'lender syncs the roster', weight: 4, run: syncRoster },
  { name: 'lender reports a loss', weight: 6, run: lose },
  { name: 'staff ends a redemption', weight: 3, run: endOne },
];
