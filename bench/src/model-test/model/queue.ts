// A case in the queue: whether its customer may be called, when next, and in which order.
import type { Contacts } from './contact-book.ts';

/** The parts of a case that concern its number. */
type Numbered = { readonly test: boolean; contact(): { readonly phone?: string | undefined } };

type Attempt = { at: number; readonly staff: number; readonly one: Numbered; isOpen: boolean };
type Tried = {
  attempts: Attempt[];
  lastCall: { readonly at: number; readonly one: Numbered } | undefined;
};

const hourMs = 3_600_000;
/** A call belongs to the attempt that began when its caller was shown the number, for as long as a lease can last. */
const openAttemptMs = 2 * hourMs + 5 * 60_000;
const caps = [
  { within: 24 * hourMs, atMost: 3 },
  { within: 720 * hourMs, atMost: 8 },
];

const nameOf = (one: Numbered): string => `${one.test ? 'sandbox/' : ''}${one.contact().phone ?? ''}`;

export class Numbers {
  readonly #tried = new Map<string, Tried>();

  #of(one: Numbered): Tried {
    const tried = this.#tried.get(nameOf(one)) ?? { attempts: [], lastCall: undefined };
    this.#tried.set(nameOf(one), tried);
    return tried;
  }

  isCapped(one: Numbered, now: number): boolean {
    const { attempts } = this.#of(one);
    return caps.some(({ within, atMost }) => attempts.filter(({ at }) => at > now - within).length >= atMost);
  }

  /** When the number was last called about another case. */
  calledElsewhereAt(one: Numbered): number | undefined {
    const { lastCall } = this.#of(one);
    return lastCall === undefined || lastCall.one === one ? undefined : lastCall.at;
  }

  /** Whether this staff member was shown the case's number. */
  isOffered(one: Numbered, staff: number): boolean {
    return this.#of(one).attempts.some((any) => any.isOpen && any.staff === staff && any.one === one);
  }

  /**
   * Records a claim, with the number shown or not. A repeated claim by the current holder continues the same attempt.
   */
  claim(one: Numbered, { staff, now, shown }: { staff: number; now: number; shown: boolean }, goesOn: boolean): void {
    const tried = this.#of(one);
    const begun = goesOn
      ? tried.attempts.find((any) => any.isOpen && any.staff === staff && any.one === one)
      : undefined;
    for (const attempt of tried.attempts) if (shown || attempt.one === one) attempt.isOpen = false;
    if (!shown) return;
    if (begun === undefined) tried.attempts.push({ at: now, staff, one, isOpen: true });
    else Object.assign(begun, { at: now, isOpen: true });
  }

  call(one: Numbered, staff: number, now: number): void {
    if (one.contact().phone === undefined) return;
    const tried = this.#of(one);
    const begun = tried.attempts.find((any) => any.isOpen && any.staff === staff && any.at >= now - openAttemptMs);
    if (begun === undefined) tried.attempts.push({ at: now, staff, one, isOpen: false });
    else begun.at = now;
    for (const attempt of tried.attempts) if (attempt.staff === staff) attempt.isOpen = false;
    tried.lastCall = { at: now, one };
  }
}

export type Outcome =
  | 'no_answer'
  | 'voicemail'
  | 'callback_requested'
  | 'confirmed'
  | 'declined'
  | 'not_requested'
  | 'do_not_contact';

type Call = { readonly outcome: Outcome; readonly at: number; readonly callbackAt: number | undefined };

/** The customer of a case, as its source currently lists them. */
type ConsultationContact = Contacts & { readonly state: string | undefined };

export type Consultation = {
  /** Set once the service returned it. */
  id: string;
  number: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly test: boolean;
  readonly priority: boolean;
  readonly openedAt: number;
  contact(): ConsultationContact;
  /** Whether its source has ended, even if no sweep has recorded that yet. */
  isOver(now: number): boolean;
  deliveredAt: number | undefined;
  closedAt: number | undefined;
  attempts: number;
  callbackAt: number | undefined;
  nextCallAt: number | undefined;
  lease: { readonly staff: number; readonly since: number; until: number } | undefined;
  /** The customer said no: the team does not call about this again unless they say yes or ask for a call. */
  saidNo: boolean;
  /** The team entered do-not-contact, which stays with the case when its contact changes. */
  wasSilenced: boolean;
  readonly calls: Call[];
  /** Until then it may be skipped, because its number was busy at its turn. */
  putOffUntil: number;
  offerCents: number | undefined;
  settlementCents: number | undefined;
  /** Whether these are known to be the vehicle's value before tax and fees. */
  offerIsValue: boolean;
  settlementIsValue: boolean;
  settledAt: number | undefined;
  /** When the service next checks whether it can be closed. */
  closeCheckAt: number | undefined;
};

type NewConsultation = Pick<
  Consultation,
  'source' | 'sourceId' | 'test' | 'priority' | 'openedAt' | 'contact' | 'isOver' | 'offerCents'
>;

export const createConsultation = (made: NewConsultation): Consultation => ({
  ...made,
  id: '',
  number: '',
  deliveredAt: undefined,
  closedAt: undefined,
  attempts: 0,
  callbackAt: undefined,
  nextCallAt: undefined,
  lease: undefined,
  saidNo: false,
  wasSilenced: false,
  calls: [],
  putOffUntil: 0,
  settlementCents: undefined,
  offerIsValue: false,
  settlementIsValue: false,
  settledAt: undefined,
  closeCheckAt: undefined,
});

const pausesH = [1, 4, 20, 24, 48, 72];
export const leaseMs = 5 * 60_000;
export const leaseMaxMs = 2 * hourMs;
export const releaseMs = 15 * 60_000;
/** A number is called at most once an hour. */
export const numberMs = hourMs;

export const isLeased = ({ lease }: Consultation, now: number): boolean => lease !== undefined && lease.until > now;

/** The effect of a call: the lease ends, and the case is queued for its next time. A closed case has no queue. */
export function recordCall(one: Consultation, call: Call): void {
  one.calls.push(call);
  const { outcome, at, callbackAt } = call;
  const inVain = outcome === 'no_answer' || outcome === 'voicemail';
  if (inVain) one.attempts += 1;
  if (outcome === 'declined' || outcome === 'not_requested') one.saidNo = true;
  if (outcome === 'confirmed' || outcome === 'callback_requested') one.saidNo = false;
  if (outcome === 'do_not_contact') one.wasSilenced = true;
  if (one.closedAt !== undefined) return;
  one.callbackAt = callbackAt;
  const pauseH = inVain
    ? (pausesH[Math.min(one.attempts, pausesH.length) - 1] ?? 0)
    : outcome === 'callback_requested'
      ? 4
      : 24;
  // A delivered case is called again only if a call was promised.
  one.nextCallAt = callbackAt ?? (one.deliveredAt === undefined ? at + pauseH * hourMs : undefined);
  one.lease = undefined;
}

export function closeConsultation(one: Consultation | undefined, at: number): void {
  if (one === undefined || one.closedAt !== undefined) return;
  one.closedAt = at;
  one.lease = undefined;
}

/** A delivered case waits only for a promised call. It keeps its position even without a phone number. */
export const hasPosition = ({ deliveredAt, nextCallAt }: Consultation): boolean =>
  deliveredAt === undefined || nextCallAt !== undefined;

/** Whether it is in the queue: it has a number, is live and open, and its customer has not said no. */
export function isQueued(one: Consultation, now: number): boolean {
  const { phone } = one.contact();
  const over = one.closedAt !== undefined || one.isOver(now);
  return !one.test && !over && !one.saidNo && phone !== undefined && hasPosition(one);
}

type Team = { readonly consultations: readonly Consultation[]; readonly numbers: Numbers; readonly now: number };

/** Another case of the same number and mode is leased, or the last call to it was about another case within the hour. */
export function isNumberBusy(one: Consultation, { consultations, numbers, now }: Team): boolean {
  const { phone } = one.contact();
  const leased = consultations.some(
    (other) => other !== one && other.test === one.test && other.contact().phone === phone && isLeased(other, now),
  );
  return leased || (numbers.calledElsewhereAt(one) ?? -hourMs) > now - hourMs;
}

/**
 * Promised calls first, then warm handoffs, then the rest in their own order; customers with six
 * unanswered calls come last.
 */
export const tierOf = ({ callbackAt, attempts, priority }: Consultation): number =>
  callbackAt !== undefined ? 0 : attempts >= 6 ? 3 : priority ? 1 : 2;

type Money = Pick<Consultation, 'offerCents' | 'offerIsValue' | 'settlementCents' | 'settlementIsValue'>;

/** The two values from which an improvement is computed; an amount of unknown basis does not count. */
export const valuesOf = (money: Money | undefined) => ({
  offerCents: money?.offerIsValue === true ? money.offerCents : undefined,
  settlementCents: money?.settlementIsValue === true ? money.settlementCents : undefined,
});
