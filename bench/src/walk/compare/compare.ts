import type { Tenant } from '#bench/walk/model/state';
import type { Walker } from '#bench/walk/walker';
import { compareEnrollment, compareIntake, compareRedemption, compareReferral } from './objects.ts';
import { compareAnalytics, compareBoard, compareColumns, compareDoNotContact, compareStatements } from './sums.ts';
import { compareDeliveries, compareIntakeEvents, compareLog, compareMessages, compareWholeLog } from './outbound.ts';

/** Objects of one kind compared after one step; everything else it touched is compared later, with all objects. */
const mostPerStep = 4;

/** What was sent since the last step, and all that the step touched. */
export async function compareTouched(walker: Walker): Promise<void> {
  const { model, world } = walker;
  const touched = model.takeTouched();
  await compareMessages(walker);
  compareDeliveries(walker);
  const intakes = [...touched.intakes].slice(0, mostPerStep);
  await compareIntakeEvents(walker, intakes);
  for (const one of intakes) await compareIntake(walker, one);
  for (const one of [...touched.referrals].slice(0, mostPerStep)) await compareReferral(walker, one);
  for (const one of [...touched.enrollments].slice(0, mostPerStep)) await compareEnrollment(walker, one);
  for (const one of [...touched.redemptions].slice(0, mostPerStep)) await compareRedemption(walker, one);
  const owners = new Set<Tenant>([...touched.referrals, ...touched.enrollments].map(({ tenant }) => tenant));
  for (const owner of model.tenants) await compareLog(walker, owner);
  for (const owner of owners) await compareAnalytics(walker, owner);
  await compareBoard(walker, false);
  world.checkLog(model.outbox.busy);
}

/** All objects. */
export async function compareAll(walker: Walker): Promise<void> {
  const { model } = walker;
  for (const one of model.intakes) await compareIntake(walker, one);
  await compareIntakeEvents(walker, model.intakes);
  for (const one of model.referrals) await compareReferral(walker, one);
  for (const one of model.enrollments) await compareEnrollment(walker, one);
  for (const one of model.redemptions) await compareRedemption(walker, one);
  for (const owner of model.tenants) await compareOwner(walker, owner);
  for (const institution of model.institutions) await compareStatements(walker, institution);
  for (const test of [false, true]) await compareBoard(walker, test);
  await compareColumns(walker);
  await compareDoNotContact(walker);
  walker.world.checkLog(model.outbox.busy);
}

async function compareOwner(walker: Walker, owner: Tenant): Promise<void> {
  await compareLog(walker, owner);
  await compareWholeLog(walker, owner);
  await compareAnalytics(walker, owner);
}
