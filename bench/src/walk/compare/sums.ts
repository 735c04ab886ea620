// What is counted and billed, and the board as a whole.
import { check, Difference, some } from '#bench/walk/difference';
import { analyticsOf } from '#bench/walk/model/analytics';
import { dayMs, iso, startOfDay } from '#bench/walk/model/clock';
import { isDead } from '#bench/walk/model/intakes';
import { listOf } from '#bench/walk/model/contact-book';
import type { Consultation } from '#bench/walk/model/queue';
import type { Institution, Tenant } from '#bench/walk/model/state';
import { refusedAsSuspended } from '#bench/walk/steps/referrals';
import { statementOf } from '#bench/walk/work';
import type { Walker } from '#bench/walk/walker';

export async function compareAnalytics(walker: Walker, owner: Tenant): Promise<void> {
  const { model, world } = walker;
  const to = startOfDay(model.now) + dayMs * walker.pick([1, 1, 1, 0, -1, -20]);
  const from = to - dayMs * walker.pick([1, 7, 30, 90, 365]);
  const query = `from=${iso(from).slice(0, 10)}&to=${iso(to).slice(0, 10)}`;
  const answer = await world.partner(owner, `GET /analytics?${query}`);
  if (refusedAsSuspended(owner, answer)) return;
  check(`analytics of ${query}`, answer.body, analyticsOf(model, owner, { from, to }));
}

export async function compareStatements({ model, world }: Walker, institution: Institution): Promise<void> {
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
export async function compareBoard(walker: Walker, test: boolean): Promise<void> {
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

export async function compareColumns(walker: Walker): Promise<void> {
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

/** The list as a whole: everybody who asked for do-not-contact, and nobody else. */
export async function compareDoNotContact({ model, world }: Walker): Promise<void> {
  const known = model.customers.flatMap(listOf);
  const told = await world.listSilent(known);
  check('the do-not-contact list', told.toSorted(), model.contactBook.silent.toSorted());
}
