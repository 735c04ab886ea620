// Counts, bills, and the board as a whole.
import { Difference, check, some } from '#bench/model-test/difference';
import { listOf } from '#bench/model-test/model/contact-book';
import { dayMs, iso, startOfDay } from '#bench/model-test/model/hours';
import { isDead } from '#bench/model-test/model/intakes';
import type { Consultation } from '#bench/model-test/model/queue';
import type { Institution, Tenant } from '#bench/model-test/model/state';
import { analyticsOf } from '#bench/model-test/model/sums';
import { refusedAsSuspended } from '#bench/model-test/steps/referrals';
import type { Walker } from '#bench/model-test/walker';
import { statementOf } from '#bench/model-test/work';
import { compareEnrollment, compareIntake, compareRedemption, compareReferral } from './objects.ts';
import { compareDeliveries, compareIntakeEvents, compareLog, compareMessages, compareWholeLog } from './outbound.ts';

async function compareAnalytics(walker: Walker, owner: Tenant): Promise<void> {
  const { model, world } = walker;
  const to = startOfDay(model.now) + dayMs * walker.pick([1, 1, 1, 0, -1, -20]);
  const from = to - dayMs * walker.pick([1, 7, 30, 90, 365]);
  const query = `from=${iso(from).slice(0, 10)}&to=${iso(to).slice(0, 10)}`;
  const answer = await world.partner(owner, `GET /analytics?${query}`);
  if (refusedAsSuspended(owner, answer)) return;
  check(`analytics of ${query}`, answer.body, analyticsOf(model, owner, { from, to }));
}

async function compareStatements({ model, world }: Walker, institution: Institution): Promise<void> {
  const live = model.tenants.find((one) => one.institution === institution && one.livemode);
  const test = model.tenants.find((one) => one.institution === institution && !one.livemode);
  if (live === undefined || test === undefined) return;
  const answer = await world.partner(live, 'GET /plans/statements?limit=100');
  if (refusedAsSuspended(live, answer)) return;
  const byPeriod = (one: { period: string }, other: { period: string }) => (one.period < other.period ? -1 : 1);
  const mine = model.statements.filter((one) => one.institution === institution).toSorted(byPeriod);
  check('the statements', answer.body.data.toSorted(byPeriod), mine.map(statementOf));
  const sandbox = await world.partner(test, 'GET /plans/statements');
  check('the statements of the sandbox', sandbox.body, some({ data: [] }));
}

/** Exactly the open cases are on the board, in its order; an expired one may disappear before a sweep. */
async function compareBoard(walker: Walker, test: boolean): Promise<void> {
  const { model, world } = walker;
  const told: string[] = [];
  let cursor = '';
  for (let more = true; more;) {
    const { body } = await world.staff(`GET /board?limit=100&test=${test}${cursor}`);
    told.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = `&cursor=${encodeURIComponent(body.next_cursor ?? '')}`;
    more = body.has_more;
  }
  const dead = new Set(model.intakes.filter((one) => isDead(one, model.now)).map((one) => one.case));
  const gone = new Set([...dead].map((one) => one?.id));
  const open = model.consultations.filter((one) => one.test === test && one.closedAt === undefined && !dead.has(one));
  const order = (one: Consultation, other: Consultation) =>
    Number(other.priority) - Number(one.priority) || one.openedAt - other.openedAt || (one.id < other.id ? -1 : 1);
  check(
    'the board',
    told.filter((id) => !gone.has(id)),
    open.toSorted(order).map(({ id }) => id),
  );
}

async function compareColumns(walker: Walker): Promise<void> {
  const { model, world } = walker;
  if (model.intakes.some((one) => isDead(one, model.now))) return;
  const { body } = await world.staff('GET /board/columns');
  const shown = (body.columns as { lane: string; count: number; cards: { id: string }[] }[]).map((column) => {
    if (column.cards.length !== Math.min(column.count, 50))
      throw new Difference(`column ${column.lane} counts ${column.count} and shows ${column.cards.length}`);
    return column.count;
  });
  const open = model.consultations.filter((one) => !one.test && one.closedAt === undefined).length;
  check(
    'all columns together',
    shown.reduce((sum, count) => sum + count, 0),
    open,
  );
}

/** The whole list: everyone who asked for do-not-contact, and no other person. */
async function compareDoNotContact({ model, world }: Walker): Promise<void> {
  const known = model.customers.flatMap(listOf);
  const told = await world.listSilent(known);
  check('the do-not-contact list', told.toSorted(), model.contactBook.silent.toSorted());
}

/** Objects of one kind compared after one step; others that it touched are compared later, with all objects. */
const mostPerStep = 4;

/** Messages sent since the last step, and all objects that the step touched. */
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
