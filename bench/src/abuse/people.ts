// Synthetic people: numbers of the ranges reserved for fiction, addresses of example domains, clients of test networks.
import type { Random } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';

type Sent = { readonly at: number; readonly to: string };
type Stop = {
  readonly at: number;
  readonly phone: string;
  readonly emails: readonly string[];
  readonly answered: boolean;
};

const dayMs = 86_400_000;

export class Ledger {
  readonly mails: Sent[] = [];
  readonly texts: Sent[] = [];
  readonly offers: Sent[] = [];
  readonly stops: Stop[] = [];
  /** Messages that contained text from an attacker. */
  foreignWords = 0;
}

/** The highest count for one name in any 24 hours. */
export function mostInADay(sent: readonly Sent[], nameOf: (to: string) => string = (to) => to): number {
  const byName = Map.groupBy(sent, ({ to }) => nameOf(to));
  return Math.max(0, ...[...byName.values()].map(mostInWindow));
}

function mostInWindow(sent: readonly Sent[]): number {
  const times = sent.map(({ at }) => at).toSorted((a, b) => a - b);
  let first = 0;
  return times.reduce((most, at, index) => {
    while ((times[first] ?? at) <= at - dayMs) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}

/** The highest count in one UTC day. */
export const mostOfAnyDay = (sent: readonly Sent[]): number =>
  Math.max(0, ...[...Map.groupBy(sent, ({ at }) => Math.floor(at / dayMs)).values()].map((day) => day.length));

export const textsOutsideHours = ({ texts }: Ledger, people: People): number =>
  texts.filter(({ at, to }) => {
    const person = people.byPhone.get(to);
    return person !== undefined && !isHour(person, at, federalHours);
  }).length;

/** A stop is confirmed within this time or not at all. */
const confirmMs = 30 * 60_000;

/** One text may confirm a stop sent by text; every other later message is a violation. */
export function messagesAfterStop({ stops, mails, texts }: Ledger): number {
  return stops.reduce((sum, stop) => {
    const late = ({ at }: Sent) => at > stop.at;
    const mailed = mails.filter((mail) => late(mail) && stop.emails.includes(mail.to)).length;
    const texted = texts.filter((text) => late(text) && text.to === stop.phone);
    const confirmed = stop.answered && texted.some(({ at }) => at <= stop.at + confirmMs);
    return sum + mailed + texted.length - (confirmed ? 1 : 0);
  }, 0);
}

export const offersAfterStop = ({ stops, offers }: Ledger): number =>
  stops.reduce((sum, { at, phone }) => sum + offers.filter((offer) => offer.to === phone && offer.at > at).length, 0);

export const mailsPerMailbox = ({ mails }: Ledger): number => mostInADay(mails, mailboxOf);

/** States with one zone each, and area codes of theirs. */
const places = {
  NY: { zone: 'America/New_York', areas: ['212', '646', '718', '917', '347', '516'] },
  CA: { zone: 'America/Los_Angeles', areas: ['415', '213', '310', '818', '408', '619'] },
  IL: { zone: 'America/Chicago', areas: ['312', '773'] },
  CO: { zone: 'America/Denver', areas: ['303', '720'] },
  WA: { zone: 'America/Los_Angeles', areas: ['206', '253'] },
  PA: { zone: 'America/New_York', areas: ['215', '412'] },
  GA: { zone: 'America/New_York', areas: ['404', '770'] },
  MA: { zone: 'America/New_York', areas: ['617', '508'] },
  NJ: { zone: 'America/New_York', areas: ['201', '973'] },
  NC: { zone: 'America/New_York', areas: ['704', '919'] },
  OH: { zone: 'America/New_York', areas: ['216', '614'] },
  VA: { zone: 'America/New_York', areas: ['703', '804'] },
} as const;

type State = keyof typeof places;
const states = Object.keys(places) as State[];
const areas = states.flatMap((state) => places[state].areas.map((area) => ({ area, state })));

export type Person = {
  readonly name: string;
  readonly email: string;
  /** +1XXXXXXXXXX. */
  readonly phone: string;
  /** Where the loss was; the phone number may be from another state. */
  readonly state: State;
  readonly honest: boolean;
  /** Who first submitted this person: an attacker, or the person. */
  readonly by: string;
};

const letters = 'abcdefghijklmnopqrstuvwxyz';

export class People {
  readonly #random: Random;
  #numbers = 0;
  readonly byPhone = new Map<string, Person>();
  readonly byEmail = new Map<string, Person>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** A person who has not appeared before. */
  meet(by: string, given: Partial<Person> = {}): Person {
    const { phone, home } = this.#nextNumber();
    const person: Person = {
      name: 'Synthetic',
      email: `${this.#word(9)}@example.com`,
      phone,
      // One in four has a number from a state other than the loss state.
      state: this.#random() < 0.25 ? (states[Math.floor(this.#random() * states.length)] ?? home) : home,
      honest: false,
      by,
      ...given,
    };
    if (!this.byPhone.has(person.phone)) this.byPhone.set(person.phone, person);
    if (!this.byEmail.has(person.email)) this.byEmail.set(person.email, person);
    return person;
  }

  /** An address in its own /24. */
  address(): string {
    const byte = () => 1 + Math.floor(this.#random() * 250);
    return `198.${18 + Math.floor(this.#random() * 2)}.${byte()}.${byte()}`;
  }

  #nextNumber(): { phone: string; home: State } {
    const index = this.#numbers++;
    const place = areas[index % areas.length];
    const line = Math.floor(index / areas.length);
    if (place === undefined || line > 99) throw new Error('more people than numbers that are reserved for fiction');
    return { phone: `+1${place.area}55501${String(line).padStart(2, '0')}`, home: place.state };
  }

  #word(length: number): string {
    return Array.from({ length }, () => letters[Math.floor(this.#random() * letters.length)]).join('');
  }
}

const clocks = new Map(
  [...new Set(states.map((state) => places[state].zone))].map((timeZone) => [
    timeZone as string,
    new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', hour: '2-digit' }),
  ]),
);

const hourIn = (zone: string, at: number): number =>
  Number(
    clocks
      .get(zone)
      ?.formatToParts(at)
      .find(({ type }) => type === 'hour')?.value,
  );

const homeOf = (phone: string): State => areas.find(({ area }) => phone.slice(2, 5) === area)?.state ?? 'NY';

/** Whether it is from `from` to `to` o'clock wherever this person may be: by the area code and by the loss. */
export function isHour(
  { phone, state }: Pick<Person, 'phone' | 'state'>,
  at: number,
  [from, to]: readonly [number, number],
) {
  return [places[homeOf(phone)].zone, places[state].zone].every((zone) => {
    const hour = hourIn(zone, at);
    return hour >= from && hour < to;
  });
}

/** 47 CFR 64.1200(c)(1). Other tests cover the stricter state rules. */
const federalHours = [8, 21] as const;
/** Hours in which every state of this run may be called. */
export const callableHours = [9, 20] as const;

/** The mailbox of an address. Computed here on purpose, because the service's own function may be the broken one. */
export function mailboxOf(address: string): string {
  const [name = '', domain = ''] = address.toLowerCase().split('@');
  const bare = name.split('+')[0] ?? name;
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${bare.replaceAll('.', '')}@gmail.com`
    : `${bare}@${domain}`;
}
