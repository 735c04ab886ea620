// From the consultation to the card: start, deliver, accept terms, pay, settle, capture, release.
import { check, must, some } from '#bench/model-test/difference';
import { dayMs } from '#bench/model-test/model/hours';
import { move, statusAt } from '#bench/model-test/model/intakes';
import {
  acceptPrice,
  captureRefusal,
  creditOf,
  isOffered,
  isStanding,
  isTaken,
  type Checkout,
  type Hold,
  type Product,
} from '#bench/model-test/model/money';
import { valuesOf } from '#bench/model-test/model/queue';
import type { Intake } from '#bench/model-test/model/state';
import { reconcileHolds } from '#bench/model-test/work';
import { expectAnswer, expectDone } from '#bench/model-test/world';
import type { Step, Walker } from '#bench/model-test/walker';

async function start(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const confirmed = model.intakes.filter(({ status }) => status === 'customer_confirmed');
  const intake = walker.chance(0.8) ? walker.find(confirmed) : walker.recent(model.intakes);
  if (intake === undefined) return undefined;
  const before = statusAt(intake, model.now);
  const answer = await world.staff(`POST /intakes/${intake.id}/start`);
  const allowed = before === 'customer_confirmed';
  expectAnswer(`starting a ${before} intake`, answer, { status: allowed ? 200 : 409 });
  if (allowed) move(model, intake, 'consultation_active');
  return allowed ? 'started' : `refused in ${before}`;
}

async function deliver(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const active = model.intakes.filter(
    ({ status, checkout }) => status === 'consultation_active' && checkout === undefined,
  );
  const intake = walker.chance(0.8)
    ? walker.find(active)
    : walker.recent(model.intakes.filter((one) => one.case !== undefined));
  const one = intake?.case;
  if (intake === undefined || one === undefined) return undefined;
  const answer = await world.staff(`POST /consultations/${one.id}/deliver`);
  if (one.deliveredAt === undefined && intake.status !== 'consultation_active') {
    expectAnswer(`delivering a ${intake.status} intake`, answer, { status: 409, code: 'invalid_state' });
    return `refused in ${intake.status}`;
  }
  expectAnswer('delivering', answer, { status: 200 });
  model.touched.intakes.add(intake);
  if (intake.checkout !== undefined) return 'delivered before';
  one.deliveredAt = model.now;
  one.nextCallAt = undefined;
  const path = (product: Product) => new URL(answer.body.checkout[`${product}_url`]).pathname;
  intake.checkout = {
    contacts: intake.contacts,
    expiresAt: model.now + 30 * dayMs,
    promise: intake.promise,
    used: false,
    paths: { research: path('research'), representation: path('representation') },
    holds: [],
  };
  queueLink(walker, intake, intake.checkout);
  return 'delivered';
}

/** The owner gets the checkout link by email and by text, while it offers a product and the case is open. */
function queueLink({ model }: Walker, intake: Intake, checkout: Checkout): void {
  const one = intake.case;
  const { email, phone } = checkout.contacts;
  const common = {
    purpose: 'checkout' as const,
    subject: one?.id ?? '',
    case: one,
    link: checkout.paths.research.replace(/\/research$/, ''),
    createdAt: model.now,
  };
  const offers = (now: number) =>
    one?.closedAt === undefined &&
    one?.saidNo !== true &&
    (isOffered(checkout, 'research', now) || isOffered(checkout, 'representation', now));
  if (email !== undefined) model.outbox.queue({ ...common, channel: 'email', to: email, isTrue: offers });
  if (phone === undefined) return;
  model.outbox.queue({
    ...common,
    channel: 'text',
    to: phone,
    isTrue: (now) => offers(now) && intake.contacts.phone === phone,
    places: () => [{ phone, state: intake.lossState }],
  });
}

const withCheckout = ({ model }: Walker): Intake[] => model.intakes.filter(({ checkout }) => checkout !== undefined);

async function acceptTerms(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const offering = withCheckout(walker).filter(
    ({ checkout }) => checkout !== undefined && isOffered(checkout, 'representation', model.now),
  );
  const intake = walker.chance(0.85) ? walker.recent(offering, 4) : walker.find(withCheckout(walker));
  if (intake?.checkout === undefined || !model.workerOn) return undefined;
  const { checkout } = intake;
  const product: Product = walker.chance(0.4) ? 'research' : 'representation';
  const open = checkout.holds.find((hold) => hold.product === product && hold.state === 'page_open');
  const { status, headers } = await world.press(checkout.paths[product], { accept_terms: 'true' });
  const offered = isOffered(checkout, product, model.now);
  if (!offered) {
    must(`${product} is offered again though it is ${isTaken(checkout, product) ? 'taken' : 'over'}`, status !== 303);
    return 'refused';
  }
  check(`accepting the terms of ${product}`, status, 303);
  const session = (headers.get('location') ?? '').split('/').at(-1) ?? '';
  if (open !== undefined) {
    check('the page that was begun', session, open.session);
    return `${product}: gone on with`;
  }
  const bank = world.stripe.bank.getSession(session);
  const price = acceptPrice(checkout, product, model.contactBook);
  check('what the provider is asked to hold', bank.amount, price.amountCents);
  checkout.holds.push({
    id: bank.holdId,
    product,
    state: 'page_open',
    ...price,
    capturedCents: null,
    session,
    pageUntil: bank.expiresAt * 1000,
    captureBefore: undefined,
  });
  model.touchCustomers([checkout.contacts.email, checkout.contacts.phone].filter((one) => one !== undefined));
  return `${product} for ${price.amountCents}`;
}

async function pay(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const open = withCheckout(walker).flatMap((intake) =>
    (intake.checkout?.holds ?? []).filter(({ state }) => state === 'page_open').map((hold) => ({ intake, hold })),
  );
  const one = walker.find(open);
  if (one === undefined || !model.workerOn) return undefined;
  const card = walker.chance(0.85) ? 'good' : 'declined';
  world.stripe.bank.pay(one.hold.session, card);
  await world.tellOfCards();
  // Twice, because a new hold may end another.
  await world.sweep('checkout.');
  await world.sweep('checkout.');
  reconcileHolds(walker);
  model.touched.intakes.add(one.intake);
  return `${one.hold.product} by a ${card} card: ${one.hold.state}`;
}

async function settle(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const intake = walker.recent(withCheckout(walker));
  const one = intake?.case;
  if (intake?.checkout === undefined || one === undefined) return undefined;
  const offer = one.offerCents ?? 1_000_000;
  const settlementCents = Math.max(0, offer + walker.pick([-500, 0, 99_999, 100_000, 250_001]));
  const inParts = walker.chance(0.8);
  const told = walker.pick(['nothing', 'parts', 'parts', 'amount'] as const);
  // Tax and a deductible must not change the improvement, so they are random too.
  const beside = { tax_cents: walker.below(200_000), deductible_cents: walker.below(100_000) };
  const answer = await world.staff(`POST /consultations/${one.id}/settlement`, {
    ...(inParts ? { settlement: { value_cents: settlementCents, ...beside } } : { settlement_cents: settlementCents }),
    ...(told === 'parts' ? { offer: { value_cents: offer, ...beside } } : {}),
    ...(told === 'amount' ? { initial_offer_cents: offer } : {}),
  });
  // Sending the same settlement again may close the case immediately or fourteen days later.
  const charged = intake.checkout.holds.some(
    ({ product, state }) => product === 'representation' && state === 'captured',
  );
  expectAnswer('a settlement', answer, { status: charged ? 409 : 200 });
  if (charged) return 'refused, it was charged by it';
  Object.assign(one, { settlementCents, settledAt: model.now, settlementIsValue: inParts });
  if (told !== 'nothing') Object.assign(one, { offerCents: offer, offerIsValue: told === 'parts' });
  model.touched.intakes.add(intake);
  return `${settlementCents - offer} better`;
}

async function pressHold(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const all = withCheckout(walker).flatMap((intake) =>
    (intake.checkout?.holds ?? []).map((hold) => ({ intake, hold })),
  );
  const standing = all.filter(({ hold }) => isStanding(hold));
  const found = walker.chance(0.8) ? walker.find(standing) : walker.find(all);
  if (found?.intake.case === undefined || !model.workerOn) return undefined;
  const { intake, hold } = found;
  model.touched.intakes.add(intake);
  if (walker.chance(0.25)) {
    const answer = await world.staff(`POST /holds/${hold.id}/release`);
    const allowed = isStanding(hold);
    expectAnswer(`releasing a hold that is ${hold.state}`, answer, { status: allowed ? 200 : 409 });
    if (allowed) hold.state = 'released';
    return `release: ${hold.state}`;
  }
  return capture(walker, found.intake, hold);
}

async function capture(walker: Walker, intake: Intake, hold: Hold): Promise<string> {
  const { world } = walker;
  const wanted = walker.pick([undefined, undefined, 15_000, hold.amountCents + 1]);
  const answer = await world.staff(`POST /holds/${hold.id}/capture`, {
    ...(wanted === undefined ? {} : { amount_cents: wanted }),
    seen_on_paper: true,
    reason: 'The test says so.',
  });
  const figures = valuesOf(intake.case);
  const credit = creditOf(intake.checkout, hold);
  const refusal = captureRefusal(hold, { ...figures, creditCents: credit }, wanted);
  expectDone(`capturing ${hold.product} that is ${hold.state}`, answer, refusal);
  if (refusal !== undefined) return `${hold.product}: ${refusal}`;
  Object.assign(hold, { state: 'captured', capturedCents: wanted ?? hold.amountCents - credit });
  queueReceipt(walker, intake, hold);
  check('the captured hold', answer.body, some({ state: 'captured', captured_cents: hold.capturedCents }));
  return `${hold.product}: ${hold.capturedCents}`;
}

/** The owner is informed of a charge by email, or by text if there is no address. */
function queueReceipt({ model }: Walker, intake: Intake, { id, product }: Hold): void {
  const { checkout, contacts, lossState, case: one } = intake;
  const { phone } = contacts;
  const email = contacts.email ?? checkout?.contacts.email;
  const to = email ?? phone;
  if (checkout === undefined || to === undefined) return;
  model.outbox.queue({
    purpose: 'receipt',
    channel: email === undefined ? 'text' : 'email',
    to,
    subject: id,
    case: one,
    link: checkout.paths[product],
    createdAt: model.now,
    places: () => (phone === undefined ? [] : [{ phone, state: lossState }]),
    isTrue: () => one?.saidNo !== true,
  });
}

export const checkoutSteps: readonly Step[] = [
  { name: 'staff starts a consultation', weight: 10, run: start },
  { name: 'staff delivers a consultation', weight: 12, run: deliver },
  { name: 'owner accepts the terms', weight: 22, run: acceptTerms },
  { name: 'owner pays', weight: 30, run: pay },
  { name: 'staff records a settlement', weight: 4, run: settle },
  { name: 'staff captures or releases', weight: 9, run: pressHold },
];
