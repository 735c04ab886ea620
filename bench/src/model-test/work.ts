// A run of the worker, in the service and in the model.
import { Difference } from './difference.ts';
import { dayMs, hourMs, iso, monthOf, nextMonth, startOfMonth } from './model/hours.ts';
import { closeSettled, end, listQuiet } from './model/closing.ts';
import { expireIntakes } from './model/intakes.ts';
import {
  coverResearch,
  isCardUnwanted,
  isNothingDue,
  isResearchIncluded,
  isStanding,
  isTaken,
  type Checkout,
  type Hold,
} from './model/money.ts';
import { valuesOf } from './model/queue.ts';
import { expireReferrals } from './model/referrals.ts';
import type { Intake, Statement } from './model/state.ts';
import { countOf, dueAt, issue, totalOf } from './model/sums.ts';
import type { Walker } from './walker.ts';

/** Sends what is pending: messages first, then what they cause. */
export async function sendOut(walker: Walker): Promise<void> {
  const { model, world } = walker;
  if (!model.workerOn) return;
  walker.sent.push(
    ...model.outbox.send(model.now, (contact) => model.contactBook.suppressionOf(contact) !== undefined),
  );
  await world.sendMessages();
  walker.expectedDeliveries.push(...model.log.takeOwed());
  await world.deliver();
}

/** All work that time alone triggers. */
export async function sweepAll(walker: Walker, since: number): Promise<void> {
  const { model, world } = walker;
  await world.tellOfCards();
  if (!model.workerOn) return;
  if (iso(since).slice(0, 10) !== iso(model.now).slice(0, 10)) await world.keepDays();
  await world.sweep();
  await issueDue(walker, since);
  // Before the holds, as the service sweeps.
  closeSettled(model);
  await adoptQuiet(walker);
  expireIntakes(model);
  expireReferrals(model);
  reconcileHolds(walker);
}

/**
 * The model does not include every reply and every action of the team, so the service reports which of these cases it
 * closed.
 */
async function adoptQuiet({ model, world }: Walker): Promise<void> {
  for (const one of listQuiet(model)) {
    const { body } = await world.staff(`GET /board/cases/${one.id}`);
    if (body.card.closed_at !== null) end(model, one);
  }
}

/** The previous month is billed once, as soon as a worker runs. */
async function issueDue(walker: Walker, since: number): Promise<void> {
  const { model } = walker;
  const period = monthOf(startOfMonth(monthOf(model.now)) - dayMs);
  if (since >= dueAt(period) || model.now < dueAt(period)) return;
  await adoptStatements(walker, issue(model, period, 'calendar'));
}

/** Ids come from the service; everything else about a statement is known. */
export async function adoptStatements(walker: Walker, made: readonly Statement[]): Promise<void> {
  for (const statement of made) {
    const path = `/institutions/${statement.institution.id}/statements?period=${statement.period}`;
    const { body } = await walker.world.staff(`GET ${path}`);
    const [told] = body.data;
    if (told === undefined) throw new Difference(`there is no statement of ${statement.period}`);
    statement.id = told.id;
    tellOf(walker, statement);
  }
}

function tellOf({ model }: Walker, statement: Statement): void {
  const full = statementOf(statement);
  const { id, object, number, period, status, issued_at } = full;
  model.log.publish({
    account: statement.institution.id,
    audience: 'partner',
    livemode: true,
    type: 'plan.statement.issued',
    subject: statement.id,
    at: model.now,
    thin: { statement: { id, object, number, period, status, issued_at } },
    full: { statement: full },
  });
}

export const statementOf = (statement: Statement) => ({
  id: statement.id,
  object: 'gap.statement',
  number: statement.number,
  period: statement.period,
  status: 'issued',
  currency: 'USD',
  enrollment_count: countOf(statement),
  amount_cents: totalOf(statement),
  lines: statement.lines,
  issued_at: iso(statement.issuedAt),
  due_at: iso(statement.issuedAt + 30 * dayMs),
});

/** Reconciles the holds with the provider. */
export function reconcileHolds(walker: Walker): void {
  for (const intake of walker.model.intakes) {
    const { checkout } = intake;
    if (checkout === undefined) continue;
    for (const hold of checkout.holds) follow(walker, { intake, checkout, hold });
    coverResearch(checkout);
  }
}

/** How long a card stays saved after its hold has lapsed; 180 days in total. */
const lapsedDays = 173;

type Followed = { readonly intake: Intake; readonly checkout: Checkout; readonly hold: Hold };

function follow(walker: Walker, { intake, checkout, hold }: Followed): void {
  const { model, world } = walker;
  const before = hold.state;
  const { intent, status } = world.stripe.bank.getSession(hold.session);
  if (hold.state === 'page_open' && status === 'expired') hold.state = 'expired';
  if (hold.state === 'page_open' && status === 'complete' && intent?.captureBefore !== undefined) {
    const included = hold.product === 'research' && isResearchIncluded(checkout);
    hold.state = included ? 'failed' : 'held';
    hold.captureBefore = intent.captureBefore * 1000;
    hold.checkAt = model.now + dayMs;
  }
  if (hold.product === 'representation' && isStanding(hold)) followCard(model.now, intake, hold);
  if (hold.state === 'held' && model.now >= (hold.captureBefore ?? 0)) {
    if (hold.product === 'representation') lapse(hold, model.now);
    else {
      hold.state = 'expired';
      askAgain(walker, { intake, checkout, hold });
    }
  }
  if (hold.state !== before) model.touched.intakes.add(intake);
}

/** The bank released the hold for representation, and the card stays saved. */
function lapse(hold: Hold, now: number): void {
  Object.assign(hold, {
    state: 'saved',
    captureBefore: (hold.captureBefore ?? now) + lapsedDays * dayMs,
    checkAt: now + dayMs,
  });
}

/**
 * Removes the card and releases its hold when its time is over or no amount is due. The owner is not asked for
 * another card.
 */
function followCard(now: number, { case: one }: Intake, hold: Hold): void {
  const { captureBefore = now, checkAt = now, state } = hold;
  if (now < Math.min(captureBefore, checkAt)) return;
  hold.checkAt = now + dayMs;
  const ended = { settledAt: one?.settledAt, closedAt: one?.closedAt, ...valuesOf(one) };
  if ((state === 'saved' && now >= captureBefore) || isCardUnwanted(hold, ended, now)) hold.state = 'expired';
}

/**
 * The bank released the hold. The customer is asked to place a new one, unless no amount is due or it is too late.
 */
function askAgain({ model }: Walker, { intake, checkout, hold }: Followed): void {
  const one = intake.case;
  if (one === undefined || model.now >= checkout.expiresAt || isNothingDue(hold, valuesOf(one))) return;
  const { email, phone } = checkout.contacts;
  const to = email ?? phone;
  if (to === undefined) return;
  model.outbox.queue({
    purpose: 'renewal',
    channel: email === undefined ? 'text' : 'email',
    to,
    subject: hold.id,
    case: one,
    link: checkout.paths[hold.product],
    createdAt: model.now,
    places: () =>
      [phone, intake.contacts.phone].flatMap((one) =>
        one === undefined ? [] : [{ phone: one, state: intake.lossState }],
      ),
    isTrue: (now) => now < checkout.expiresAt && !isTaken(checkout, hold.product) && !isNothingDue(hold, valuesOf(one)),
  });
}

export const firstOfNextMonth = (now: number): number => startOfMonth(nextMonth(monthOf(now))) + 7 * hourMs;
