// One simulated day of attackers, honest customers and the team that calls.
import { seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import type { RunStack, Size } from '#bench/instrument';
import type { Check } from '#bench/report';
import { abuseSizes } from './abuse-size.ts';
import { type Forged, planAttacks } from './attackers.ts';
import { type Customer, actHonestly, callNext, isOnDuty, passTime, planCustomers } from './customers.ts';
import {
  mailboxOf,
  mailsPerMailbox,
  messagesAfterStop,
  mostInADay,
  mostOfAnyDay,
  offersAfterStop,
  textsOutsideHours,
} from './people.ts';
import { World } from './world.ts';

const bounds = {
  mailsPerMailbox: 3,
  offersPerNumber: 3,
  /** Simulated minutes in which a proven customer could have been called and no caller was offered the case. */
  provenWaitMinutes: 120,
  /** An assistant tells its user to expect an email soon. */
  mailDelayMinutes: 30,
} as const;

type Day = {
  readonly world: World;
  readonly customers: readonly Customer[];
  readonly forged: readonly Forged[];
  /** Intakes whose contact counts as proven at the end. */
  readonly proven: ReadonlySet<string>;
  readonly seconds: number;
};

type Measured = {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly checks: readonly Check[];
  /** A row for each participant: tries, refusals, and effects. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
};

const measureDay = (day: Day): Measured => ({
  figures: toFigures(day),
  checks: [...checkPeople(day), ...checkCosts(day), ...checkHonest(day)],
  rows: toRows(day),
});

/** Limits on what may happen to a person. */
function checkPeople({ world: { ledger, people, reached }, forged, proven }: Day): Check[] {
  const forgedProven = forged.filter(({ intakeId, phone }) => proven.has(intakeId) && !reached.has(phone)).length;
  return [
    { name: 'mails to a mailbox in 24 hours', value: mailsPerMailbox(ledger), atMost: bounds.mailsPerMailbox },
    { name: 'call offers of a number in 24 hours', value: mostInADay(ledger.offers), atMost: bounds.offersPerNumber },
    { name: 'texts outside hours', value: textsOutsideHours(ledger, people), atMost: 0 },
    { name: 'messages after a stop', value: messagesAfterStop(ledger), atMost: 0 },
    { name: 'call offers after a stop', value: offersAfterStop(ledger), atMost: 0 },
    { name: 'messages with words of a stranger', value: ledger.foreignWords, atMost: 0 },
    { name: 'forged answers that count as proven', value: forgedProven, atMost: 0 },
  ];
}

/** Limits on cost. Like the budgets, they apply per UTC day. */
function checkCosts({ world, customers }: Day): Check[] {
  const { mails, texts, megabytes } = world.size.budgets;
  return [
    { name: 'mails of a day', value: mostOfAnyDay(world.ledger.mails), atMost: mails.global },
    { name: 'texts of a day', value: mostOfAnyDay(world.ledger.texts), atMost: texts.global },
    { name: 'texts without a key', value: anonymousTexts(world, customers), atMost: texts.anonymous },
    { name: 'texts from one address', value: causedBy(world, 'one address').texts, atMost: texts.address },
    { name: 'texts from an IPv6 /48', value: causedBy(world, 'an IPv6 /48').texts, atMost: texts.network },
    { name: 'texts with the leaked agent key', value: causedBy(world, leaked.agent).texts, atMost: texts.agent },
    {
      name: 'texts with the leaked partner key',
      value: causedBy(world, leaked.partner).texts,
      atMost: texts.institution,
    },
    { name: 'bytes stored', value: world.storedBytes(), atMost: (megabytes.anonymous + megabytes.agent) * bytesPerMb },
  ];
}

const leaked = { agent: 'a leaked agent key', partner: 'a leaked partner key' } as const;
const bytesPerMb = 1_048_576;

/** Limits on what honest customers notice. */
function checkHonest({ customers, proven }: Day): Check[] {
  const refused = customers.filter((one) => one.refused).length;
  const pressed = customers.filter(({ provenAt, refused }) => provenAt !== undefined && !refused);
  const unproven = pressed.filter(({ intakeId }) => !proven.has(intakeId ?? '')).length;
  const waited = Math.max(0, ...customers.map((one) => one.waited));
  return [
    { name: 'honest submissions', value: customers.filter((one) => one.submittedAt).length, atLeast: customers.length },
    { name: 'honest submissions refused', value: refused, atMost: 0 },
    { name: 'mails of a registered agent delayed', value: countDelayed(customers, true), atMost: 0 },
    { name: 'honest answers', value: pressed.length, atLeast: Math.floor(customers.length / 4) },
    { name: 'honest answers that do not count as proven', value: unproven, atMost: 0 },
    { name: 'minutes until a proven customer is offered', value: waited, atMost: bounds.provenWaitMinutes },
  ];
}

const countDelayed = (customers: readonly Customer[], registered: boolean): number =>
  customers.filter(({ plan, refused, submittedAt, mailedAt }) => {
    if (refused || plan.registered !== registered || submittedAt === undefined) return false;
    return (mailedAt ?? Infinity) - submittedAt > bounds.mailDelayMinutes * 60_000;
  }).length;

type Caused = { mails: number; texts: number; offers: number };

/** Messages to the people that this participant submitted first. */
function causedBy({ ledger, people }: World, by: string): Caused {
  const count = (sent: readonly { to: string }[], book: ReadonlyMap<string, { by: string }>) =>
    sent.filter(({ to }) => (book.get(to) ?? book.get(mailboxOf(to)))?.by === by).length;
  return {
    mails: count(ledger.mails, people.byEmail),
    texts: count(ledger.texts, people.byPhone),
    offers: count(ledger.offers, people.byPhone),
  };
}

/** A stop is confirmed by a text that no budget holds back, so it is left out. */
function anonymousTexts({ ledger, people }: World, customers: readonly Customer[]): number {
  const keyed = new Set(customers.filter(({ plan }) => plan.registered).map(({ person }) => person.phone));
  const stopped = new Set(ledger.stops.map(({ phone }) => phone));
  return ledger.texts.filter(({ to }) => {
    const by = people.byPhone.get(to)?.by;
    return by !== leaked.agent && by !== leaked.partner && !keyed.has(to) && !stopped.has(to);
  }).length;
}

const toRows = ({ world }: Day): Measured['rows'] =>
  [...world.tries].map(([who, tries]) => ({
    who,
    ...tries,
    ...causedBy(world, who === 'honest customers' ? 'honest' : who),
  }));

function toFigures({ world, customers, seconds }: Day): Measured['figures'] {
  const texts = mostOfAnyDay(world.ledger.texts);
  const waits = customers.map(({ waited }) => waited).toSorted((a, b) => a - b);
  return {
    seconds,
    honest: customers.length,
    mails: world.ledger.mails.length,
    texts,
    offers: world.ledger.offers.length,
    stops: world.ledger.stops.filter(({ phone }) => phone !== '').length,
    anonymousMailsDelayed: countDelayed(customers, false),
    provenWaitMedianMinutes: waits[Math.floor(waits.length / 2)] ?? 0,
  };
}

type DayOptions = { readonly size: Size; readonly seed: number };

const minutesPerDay = 24 * 60;

export async function runDay(closing: RunStack, options: DayOptions): Promise<Measured> {
  const size = abuseSizes[options.size];
  const startedAt = performance.now();
  const world = await World.start(closing, size, seededRandom(options.seed));
  const customers = planCustomers(world);
  const forged: Forged[] = [];
  const tries = planAttacks({ world, customers, forged });
  let next = 0;
  for (let minute = 0; minute < minutesPerDay; minute += size.stepMinutes) {
    for (; (tries[next]?.minute ?? Infinity) <= minute; next += 1) await tries[next]?.run();
    world.collect();
    await actHonestly(world, customers);
    await world.work();
    if (isOnDuty(world)) await callNext(world, customers);
    await world.sendMessages();
    passTime(world, customers, isOnDuty(world));
    world.advance(size.stepMinutes);
  }
  const proven = await world.listProven([
    ...forged.map(({ intakeId }) => intakeId),
    ...customers.flatMap(({ intakeId }) => intakeId ?? []),
  ]);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return measureDay({ world, customers, forged, proven, seconds });
}
