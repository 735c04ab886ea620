// A case in the queue: who may be called, when again, and in which order.
import type { Contacts } from './people.ts';

export type Outcome =
  | 'no_answer'
  | 'voicemail'
  | 'callback_requested'
  | 'confirmed'
  | 'declined'
  | 'not_requested'
  | 'do_not_contact';

export type Call = { readonly outcome: Outcome; readonly at: number; readonly callbackAt: number | undefined };

/** Whom a case is about, as its source says it now. */
export type CaseContact = Contacts & { readonly state: string | undefined };

export type Case = {
  /** Known once the service told. */
  id: string;
  number: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly test: boolean;
  readonly priority: boolean;
  readonly openedAt: number;
  contact(): CaseContact;
  /** Its source has ended though nobody has swept it away yet. */
  isOver(now: number): boolean;
  deliveredAt: number | undefined;
  closedAt: number | undefined;
  attempts: number;
  callbackAt: number | undefined;
  nextCallAt: number | undefined;
  lease: { readonly staff: number; readonly since: number; until: number } | undefined;
  /** The person said no: nobody calls about this again, unless they say yes or ask for a call themselves. */
  saidNo: boolean;
  /** Somebody told the team to be silent; that stays with the case when its contact changes. */
  wasSilenced: boolean;
  readonly calls: Call[];
  /** Until then it may be passed over, since its number was busy when its turn came. */
  putOffUntil: number;
  offerCents: number | undefined;
  settlementCents: number | undefined;
  settledAt: number | undefined;
};

export type NewCase = Pick<
  Case,
  'source' | 'sourceId' | 'test' | 'priority' | 'openedAt' | 'contact' | 'isOver' | 'offerCents'
>;

export const openCase = (made: NewCase): Case => ({
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
  settledAt: undefined,
});

const hourMs = 3_600_000;
const pausesH = [1, 4, 20, 24, 48, 72];
export const leaseMs = 5 * 60_000;
export const leaseMaxMs = 2 * hourMs;
export const releaseMs = 15 * 60_000;
/** One number is called once an hour at most. */
export const numberMs = hourMs;

export const isHeld = ({ lease }: Case, now: number): boolean => lease !== undefined && lease.until > now;

/** What a call leaves behind: nobody has the case, and it comes up again when it is time. */
export function noteCall(one: Case, call: Call): void {
  one.calls.push(call);
  const { outcome, at, callbackAt } = call;
  const inVain = outcome === 'no_answer' || outcome === 'voicemail';
  if (inVain) one.attempts += 1;
  one.callbackAt = callbackAt;
  const pauseH = inVain
    ? (pausesH[Math.min(one.attempts, pausesH.length) - 1] ?? 0)
    : outcome === 'callback_requested'
      ? 4
      : 24;
  // What was delivered is called about again only where a call was promised.
  one.nextCallAt = callbackAt ?? (one.deliveredAt === undefined ? at + pauseH * hourMs : undefined);
  one.lease = undefined;
  if (outcome === 'declined' || outcome === 'not_requested') one.saidNo = true;
  if (outcome === 'confirmed' || outcome === 'callback_requested') one.saidNo = false;
  if (outcome === 'do_not_contact') one.wasSilenced = true;
}

export function closeCase(one: Case | undefined, at: number): void {
  if (one === undefined || one.closedAt !== undefined) return;
  one.closedAt = at;
  one.lease = undefined;
}

/** What was delivered waits for a promised call only. A place is kept also while there is nobody to call. */
export const hasPlace = ({ deliveredAt, nextCallAt }: Case): boolean =>
  deliveredAt === undefined || nextCallAt !== undefined;

/** In the queue at all: somebody to call, live, open, and not said no. */
export function isQueued(one: Case, now: number): boolean {
  const { phone } = one.contact();
  const over = one.closedAt !== undefined || one.isOver(now);
  return !one.test && !over && !one.saidNo && phone !== undefined && hasPlace(one);
}

/** Another case of the same number, live as it is or of the sandbox as it is, that somebody has in hand, or that was called within the hour. */
export function isNumberBusy(one: Case, all: readonly Case[], now: number): boolean {
  const { phone } = one.contact();
  return all.some(
    (other) =>
      other !== one &&
      other.test === one.test &&
      other.contact().phone === phone &&
      (isHeld(other, now) || (other.calls.at(-1)?.at ?? -hourMs) > now - hourMs),
  );
}

/** Promised calls first, then who was handed over, then the others; who was tried in vain six times comes last. */
export const tierOf = ({ callbackAt, attempts, priority }: Case): number =>
  callbackAt !== undefined ? 0 : attempts >= 6 ? 3 : priority ? 1 : 2;
