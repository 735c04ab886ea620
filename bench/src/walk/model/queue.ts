// A case in the queue: who may be called, when again, and in which order.
import type { Contacts } from './contact-book.ts';
import type { Numbers } from './numbers.ts';

export type Outcome =
  | 'no_answer'
  | 'voicemail'
  | 'callback_requested'
  | 'confirmed'
  | 'declined'
  | 'not_requested'
  | 'do_not_contact';

type Call = { readonly outcome: Outcome; readonly at: number; readonly callbackAt: number | undefined };

/** The customer of a case, as its source has them now. */
type ConsultationContact = Contacts & { readonly state: string | undefined };

export type Consultation = {
  /** Known once the service returned it. */
  id: string;
  number: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly test: boolean;
  readonly priority: boolean;
  readonly openedAt: number;
  contact(): ConsultationContact;
  /** Its source has ended, though no sweep has recorded it yet. */
  isOver(now: number): boolean;
  deliveredAt: number | undefined;
  closedAt: number | undefined;
  attempts: number;
  callbackAt: number | undefined;
  nextCallAt: number | undefined;
  lease: { readonly staff: number; readonly since: number; until: number } | undefined;
  /** The customer said no: nobody calls about this again, unless they say yes or ask for a call themselves. */
  saidNo: boolean;
  /** The team entered do-not-contact; that stays with the case when its contact changes. */
  wasSilenced: boolean;
  readonly calls: Call[];
  /** Until then it may be skipped, since its number was busy when its turn came. */
  putOffUntil: number;
  offerCents: number | undefined;
  settlementCents: number | undefined;
  /** Whether these are known to be the vehicle's value before tax and fees. */
  offerIsValue: boolean;
  settlementIsValue: boolean;
  settledAt: number | undefined;
  /** When the service looks next whether it can be closed. */
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

const hourMs = 3_600_000;
const pausesH = [1, 4, 20, 24, 48, 72];
export const leaseMs = 5 * 60_000;
export const leaseMaxMs = 2 * hourMs;
export const releaseMs = 15 * 60_000;
/** One number is called once an hour at most. */
export const numberMs = hourMs;

export const isLeased = ({ lease }: Consultation, now: number): boolean => lease !== undefined && lease.until > now;

/** The effect of a call: the lease ends, and the case comes up again when it is time. A closed one has no queue. */
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
  // A delivered case is called again only where a call was promised.
  one.nextCallAt = callbackAt ?? (one.deliveredAt === undefined ? at + pauseH * hourMs : undefined);
  one.lease = undefined;
}

export function closeConsultation(one: Consultation | undefined, at: number): void {
  if (one === undefined || one.closedAt !== undefined) return;
  one.closedAt = at;
  one.lease = undefined;
}

/** A delivered case waits for a promised call only. It keeps its position also while there is nobody to call. */
export const hasPosition = ({ deliveredAt, nextCallAt }: Consultation): boolean =>
  deliveredAt === undefined || nextCallAt !== undefined;

/** In the queue at all: somebody to call, live, open, and without a no. */
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
 * Promised calls first, then warm handoffs, then the others, which have an order of their own; customers with six
 * unanswered calls come last.
 */
export const tierOf = ({ callbackAt, attempts, priority }: Consultation): number =>
  callbackAt !== undefined ? 0 : attempts >= 6 ? 3 : priority ? 1 : 2;

type Money = Pick<Consultation, 'offerCents' | 'offerIsValue' | 'settlementCents' | 'settlementIsValue'>;

/** The two values that an improvement is computed from; an amount of unknown basis is none. */
export const valuesOf = (money: Money | undefined) => ({
  offerCents: money?.offerIsValue === true ? money.offerCents : undefined,
  settlementCents: money?.settlementIsValue === true ? money.settlementCents : undefined,
});
