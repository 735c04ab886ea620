// Everything about one object, wherever it is shown: receipt, record, list, case page.
import { check, must, oneOf, some } from '#bench/model-test/difference';
import { iso, isoOrNull, mayCall } from '#bench/model-test/model/hours';
import { isDead, statusAt } from '#bench/model-test/model/intakes';
import { isStanding, representationCents, type Hold } from '#bench/model-test/model/money';
import { receiptOf } from '#bench/model-test/model/receipt';
import { isLeased, isQueued, type Consultation } from '#bench/model-test/model/queue';
import { redemptionOf, viewOf as enrollmentView } from '#bench/model-test/model/plans';
import { asOf, viewOf as referralView } from '#bench/model-test/model/referrals';
import type { Enrollment, Intake, Tenant, Redemption, Referral } from '#bench/model-test/model/state';
import { refusedAsSuspended } from '#bench/model-test/steps/referrals';
import { expectAnswer, type World } from '#bench/model-test/world';
import type { Walker } from '#bench/model-test/walker';

export async function compareIntake(walker: Walker, intake: Intake): Promise<void> {
  const { model, world } = walker;
  const { agent, pollToken } = intake;
  const dead = isDead(intake, model.now);
  const path = `GET /intakes/${intake.id}`;
  const byKey = agent !== undefined && agent.status === 'active' && (pollToken === undefined || walker.chance(0.5));
  if (byKey || pollToken !== undefined) {
    const answer = byKey
      ? await world.agent(agent, path)
      : await world.agent(undefined, path, { token: pollToken ?? '' });
    expectAnswer('a poll', answer, { status: 200 });
    check(`the receipt of a ${intake.status} intake`, answer.body, receiptOf(model, intake, world.base));
  }
  const { body: record } = await world.staff(`GET /intakes/${intake.id}`);
  check(
    `the record of a ${intake.status} intake`,
    record,
    some({
      id: intake.id,
      status: statusAt(intake, model.now),
      principal_id: agent?.principalId ?? null,
      priority_callback: intake.priority,
      confirmation: intake.confirmedBy === undefined ? null : some({ by: intake.confirmedBy }),
      proven: intake.proofs.size === 0 ? null : ([...intake.proofs][0] ?? null),
      created_at: iso(intake.createdAt),
      status_at: iso(dead ? intake.expiresAt : intake.statusAt),
      expires_at: iso(intake.expiresAt),
      consultation: intake.case === undefined ? null : consultationOf(intake.case, dead),
    }),
  );
  if (intake.case !== undefined) await compareCase(walker, intake.case, { status: intake.status, dead });
  if (intake.checkout !== undefined) await compareHolds(walker, intake);
}

/** An expired case may be shown as closed before a sweep. */
const consultationOf = (one: Consultation, dead: boolean) =>
  some({
    id: one.id,
    number: one.number,
    priority: one.priority,
    test: one.test,
    opened_at: iso(one.openedAt),
    delivered_at: isoOrNull(one.deliveredAt),
    closed_at: dead ? () => true : isoOrNull(one.closedAt),
    initial_offer_cents: one.offerCents ?? null,
    settlement_cents: one.settlementCents ?? null,
    settled_at: isoOrNull(one.settledAt),
    calls: one.calls.map(({ outcome, at, callbackAt }) =>
      some({ outcome, called_at: iso(at), callback_at: isoOrNull(callbackAt) }),
    ),
  });

async function compareHolds({ world }: Walker, { checkout, case: one }: Intake): Promise<void> {
  const { body } = await world.staff(`GET /holds?limit=100&consultation_id=${one?.id}`);
  const expected = (checkout?.holds ?? []).map((hold) =>
    some({
      id: hold.id,
      product: hold.product,
      state: hold.state,
      amount_cents: hold.amountCents,
      discount_cents: hold.discountCents,
      captured_cents: hold.capturedCents,
      wish: (wish: unknown) => wish === null || !isStanding(hold),
    }),
  );
  const told = (body.data as { created_at: string }[]).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  check('the holds of a consultation', told, expected);
  compareBank(world, checkout?.holds ?? []);
}

/**
 * Compared with the provider's own records: holds of ended cases are released, and a case costs at most the
 * representation price.
 */
function compareBank(world: World, holds: readonly Hold[]): void {
  const intents = [...world.stripe.bank.intents.values()];
  const books = holds.map((hold) => {
    const own = intents.filter(({ holdId }) => holdId === hold.id);
    const received = own.reduce((sum, intent) => sum + intent.received, 0);
    return { hold, received, held: own.filter(({ status }) => status === 'requires_capture').length };
  });
  for (const { hold, received, held } of books) {
    must(`money is held ${held} times for one hold`, held <= 1);
    if (isStanding(hold) || hold.state === 'page_open') continue;
    check(`what was taken for a hold that is ${hold.state}`, received, hold.capturedCents ?? 0);
    must(`money is held for a hold that is ${hold.state}`, held === 0);
  }
  const taken = books.reduce((sum, { received }) => sum + received, 0);
  must(`a case was charged ${taken} cents`, taken <= representationCents);
}

const laneOf = (one: Consultation, status: string): string => {
  if (one.deliveredAt !== undefined || status === 'settled') return 'delivered';
  if (one.source !== 'agent_intake') return 'confirmed';
  const lanes: Record<string, string> = {
    contact_attempted: 'tried',
    customer_confirmed: 'confirmed',
    consultation_active: 'active',
  };
  return lanes[status] ?? 'new';
};

type Source = { readonly status: string; readonly dead: boolean };

async function compareCase(walker: Walker, one: Consultation, { status, dead }: Source): Promise<void> {
  const { model, world } = walker;
  const { now } = model;
  const { body } = await world.staff(`GET /board/cases/${one.id}`);
  const open = one.closedAt === undefined;
  const lane = laneOf(one, status);
  const held = isLeased(one, now);
  check(
    `the case of ${one.source} ${one.sourceId}`,
    body.card,
    some({
      id: one.id,
      number: one.number,
      source: one.source,
      source_id: one.sourceId,
      status: dead ? oneOf(status, 'expired') : status,
      ...(open && !dead ? { lane } : {}),
      test: one.test,
      attempts: one.attempts,
      last_call_at: isoOrNull(one.calls.at(-1)?.at),
      callback_at: isoOrNull(one.callbackAt),
      delivered_at: isoOrNull(one.deliveredAt),
      ...(dead ? {} : { closed_at: isoOrNull(one.closedAt) }),
      held: held && open ? some({ mine: one.lease?.staff === 1, until: iso(one.lease?.until ?? 0) }) : null,
      ...(open && !dead && !one.saidNo ? { next_call_at: nextCall(walker, one) } : {}),
    }),
  );
  comparePerson(walker, one, { person: body.person, calling: body.calling, lane, dead });
}

/** When it comes up again. A sweep may or may not have moved a due case to the head of the queue. */
function nextCall({ model }: Walker, one: Consultation): (at: unknown) => boolean {
  const { now } = model;
  const due = one.nextCallAt ?? 0;
  if (model.isSuppressed(one.contact(), one.test) || one.wasSilenced) return () => true;
  if (!isQueued(one, now)) return (at) => at === null || one.test;
  if (due > now) return (at) => at === iso(due);
  return (at) => at === null || Date.parse(String(at)) <= now || one.putOffUntil > now;
}

type Shown = {
  readonly person: { readonly phone: string | null };
  readonly calling: { readonly may_call: boolean };
  readonly lane: string;
  readonly dead: boolean;
};

/**
 * Before a yes, only the caller with the lease sees the number. It is never shown for a suppressed customer or in the
 * sandbox.
 */
function comparePerson({ model }: Walker, one: Consultation, { person, calling, lane, dead }: Shown): void {
  const { phone, email, state } = one.contact();
  const where = `${one.source} ${one.sourceId}`;
  const silent = model.contactBook.isSuppressed({ phone, email }) && !one.test;
  if (silent) must(`the number of somebody silent is shown: ${where}`, person.phone === null && !calling.may_call);
  if (one.test) must(`a number of the sandbox is shown: ${where}`, person.phone === null);
  if (silent || one.test || phone === undefined || one.closedAt !== undefined || one.saidNo || one.wasSilenced || dead)
    return;
  // A caller who was shown the number has their attempt, including the last one.
  const offered = one.lease?.staff === 1 && isLeased(one, model.now) && model.numbers.isOffered(one, 1);
  const callable = mayCall(phone, state, model.now) && (offered || !model.numbers.isCapped(one, model.now));
  check(`whether ${where} may be called`, calling.may_call, callable);
  const mine = offered && callable;
  const early = lane === 'new' || lane === 'tried';
  check(`the number of ${where}`, person.phone, !early || mine ? phone : null);
}

export async function compareReferral(walker: Walker, referral: Referral): Promise<void> {
  const { model, world } = walker;
  const { tenant, id } = referral;
  const expected = referralView(asOf(referral, model.now));
  const answer = await world.partner(tenant, `GET /referrals/${id}`);
  if (!refusedAsSuspended(tenant, answer)) check(`the ${referral.status} referral`, answer.body, expected);
  const { body } = await world.staff(`GET /referrals/${id}`);
  check(`the record of a ${referral.status} referral`, body, expected);
  await compareForeign(walker, tenant, `GET /referrals/${id}`);
  if (referral.case !== undefined) await compareCase(walker, referral.case, { status: referral.status, dead: false });
}

/** No other tenant sees it: not another institution, not the other mode of the same one. */
async function compareForeign(walker: Walker, owner: Tenant, route: string): Promise<void> {
  const others = walker.model.tenants.filter((one) => one !== owner && !one.institution.suspended);
  const other = walker.find(others);
  if (other === undefined || !walker.chance(0.3)) return;
  expectAnswer(`${route} by somebody else`, await walker.world.partner(other, route), {
    status: 404,
    code: 'not_found',
  });
}

export async function compareEnrollment(walker: Walker, enrollment: Enrollment): Promise<void> {
  const { tenant, id } = enrollment;
  const answer = await walker.world.partner(tenant, `GET /plans/enrollments/${id}`);
  if (!refusedAsSuspended(tenant, answer))
    check(`the ${enrollment.status} enrollment`, answer.body, enrollmentView(enrollment));
  await compareForeign(walker, tenant, `GET /plans/enrollments/${id}`);
}

export async function compareRedemption(walker: Walker, redemption: Redemption): Promise<void> {
  const { enrollment } = redemption;
  const answer = await walker.world.partner(enrollment.tenant, `GET /plans/redemptions?enrollment_id=${enrollment.id}`);
  if (!refusedAsSuspended(enrollment.tenant, answer)) {
    const told = (answer.body.data as { id: string }[]).find(({ id }) => id === redemption.id);
    check(`the ${redemption.status} redemption`, told, redemptionOf(redemption));
  }
  if (redemption.case !== undefined)
    await compareCase(walker, redemption.case, { status: redemption.status, dead: false });
}
