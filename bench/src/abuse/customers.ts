// Honest customers: their assistant submits, they click the emailed link, they answer the phone, and some say stop.
import { type Person, callableHours, isHour } from './people.ts';
import type { World } from './world.ts';

/** From eight in the morning in New York to eight in the evening in California, with the night between. */
export const isOnDuty = ({ now }: World): boolean => {
  const hour = new Date(now).getUTCHours();
  return hour >= 13 || hour < 4;
};

export async function callNext(world: World, customers: readonly Customer[]): Promise<void> {
  const byPhone = new Map(customers.map((one) => [one.person.phone, one]));
  for (const index of world.staffTokens.keys()) {
    const { status, body } = await world.staff(index, 'POST /queue/next');
    if (status !== 200) throw new Error(`next was answered ${status}`);
    if (body.none === true) continue;
    const { id, source, source_id: sourceId } = body.consultation;
    if (body.phone === null) {
      await world.staff(index, `POST /queue/${id}/release`, {});
      continue;
    }
    world.ledger.offers.push({ at: world.now, to: body.phone });
    const customer = byPhone.get(body.phone);
    if (customer !== undefined) customer.offeredAt ??= world.now;
    const route = source === 'agent_intake' ? `POST /intakes/${sourceId}/calls` : `POST /queue/${id}/calls`;
    await logOutcome(world, { index, route, customer });
    // A lease that no outcome ended is given back, as at the end of a shift.
    await world.staff(index, `POST /queue/${id}/release`, {});
  }
}

type Call = { readonly index: number; readonly route: string; readonly customer: Customer | undefined };

/** People who never used the service never answer; honest customers usually do. */
async function logOutcome(world: World, { index, route, customer }: Call): Promise<void> {
  const log = async (outcome: string, more: object = {}) =>
    (await world.staff(index, route, { outcome, ...more })).status === 200;
  if (customer === undefined || world.random() < 0.3) return void (await log('no_answer'));
  if (world.random() < 0.1 && (await log('do_not_contact'))) return stop(world, customer, false);
  if (await log('confirmed')) {
    customer.provenAt ??= world.now;
    world.reached.add(customer.person.phone);
    return;
  }
  // A customer who has already confirmed asks for a callback: tomorrow, at midday for the whole country.
  const callbackAt = new Date(Math.ceil(world.now / 86_400_000) * 86_400_000 + 18 * 3_600_000).toISOString();
  if (!(await log('callback_requested', { callback_at: callbackAt }))) await log('no_answer');
}

type Plan = {
  /** Simulated minutes. */
  readonly submitsAt: number;
  readonly registered: boolean;
  readonly address: string;
  /** Minutes after the email; undefined for a customer who does not read it. */
  readonly confirmsAfter: number | undefined;
  /** Minutes after the first text, and the words of the reply. */
  readonly stops: { readonly after: number; readonly words: string } | undefined;
};

export class Customer {
  readonly person: Person;
  readonly plan: Plan;
  intakeId: string | undefined;
  refused = false;
  submittedAt: number | undefined;
  mailedAt: number | undefined;
  provenAt: number | undefined;
  offeredAt: number | undefined;
  stoppedAt: number | undefined;
  /** Minutes after the proof in which a call was possible and did not happen. */
  waited = 0;

  constructor(person: Person, plan: Plan) {
    this.person = person;
    this.plan = plan;
  }
}

const stopWords = ['please stop texting me', 'STOP', 'OPT OUT', 'Unsubscribe.', 'take me off your list'];

export function planCustomers(world: World): Customer[] {
  const { people, random, size } = world;
  return Array.from({ length: size.honest }, (_, index) => {
    const person = people.meet('honest', { honest: true });
    // Most in the hours when people are awake, some on the evening before.
    const submitsAt = index % 5 === 4 ? world.below(120) : 12 * 60 + world.below(9 * 60);
    const stops = index % 5 === 3;
    return new Customer(person, {
      submitsAt,
      registered: index % 5 < 3,
      address: people.address(),
      confirmsAfter: random() < 0.8 && !stops ? 1 + world.below(60) : undefined,
      stops: stops
        ? { after: 30 + world.below(60), words: stopWords[Math.floor(index / 5) % stopWords.length] ?? 'STOP' }
        : undefined,
    });
  });
}

/** What all honest customers do in this step. */
export async function actHonestly(world: World, customers: readonly Customer[]): Promise<void> {
  for (const one of customers) {
    if (one.submittedAt === undefined) {
      if (world.minute >= one.plan.submitsAt) await submit(world, one);
      continue;
    }
    noteMail(world, one);
    await confirm(world, one);
    await sayStop(world, one);
  }
}

async function submit(world: World, one: Customer): Promise<void> {
  const { address, registered } = one.plan;
  const client = registered ? { address, token: world.keys.honest } : { address };
  const { status, body } = await world.submit({ by: 'honest customers', ...client }, one.person);
  one.submittedAt = world.now;
  one.intakeId = body?.intake_id;
  one.refused = status !== 201;
}

function noteMail({ ledger }: World, one: Customer): void {
  one.mailedAt ??= ledger.mails.find(({ to, at }) => to === one.person.email && at >= (one.submittedAt ?? 0))?.at;
}

async function confirm(world: World, one: Customer): Promise<void> {
  const { confirmsAfter } = one.plan;
  if (one.provenAt !== undefined || one.mailedAt === undefined || confirmsAfter === undefined) return;
  if (one.stoppedAt !== undefined || world.now < one.mailedAt + confirmsAfter * 60_000) return;
  const link = world.links.get(one.person.email)?.at(-1);
  if (link === undefined) return;
  const { status } = await world.press(link, 'confirm', one.plan.address);
  if (status === 303) one.provenAt = world.now;
}

async function sayStop(world: World, one: Customer): Promise<void> {
  const { stops } = one.plan;
  if (stops === undefined || one.stoppedAt !== undefined) return;
  const texted = world.ledger.texts.find(({ to }) => to === one.person.phone)?.at;
  if (texted === undefined || world.now < texted + stops.after * 60_000) return;
  const { status } = await world.text(one.person.phone, stops.words);
  if (status !== 200) throw new Error(`the answer to a stop was ${status}`);
  stop(world, one, true);
}

function stop(world: World, one: Customer, answered: boolean): void {
  one.stoppedAt = world.now;
  const { phone, email } = one.person;
  world.ledger.stops.push({ at: world.now, phone, emails: [email], answered });
}

/**
 * Counts the minutes that proven customers wait although a call is possible. Customers already called are not
 * counted.
 */
export function passTime(world: World, customers: readonly Customer[], onDuty: boolean): void {
  if (!onDuty) return;
  for (const one of customers) {
    const waits = one.provenAt !== undefined && one.offeredAt === undefined && one.stoppedAt === undefined;
    if (waits && isHour(one.person, world.now, callableHours)) one.waited += world.size.stepMinutes;
  }
}
