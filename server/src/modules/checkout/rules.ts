import { addDays, addHours, addSeconds } from '#lib/dates';
import type { ProviderHold } from '#gateways/cards';

export const products = ['research', 'representation'] as const;
export type Product = (typeof products)[number];

export const holdStates = ['page_open', 'held', 'captured', 'released', 'expired', 'failed'] as const;
export type HoldState = (typeof holdStates)[number];

type Transition = { readonly from: readonly (HoldState | 'none')[]; readonly to: HoldState };

/** Every way a hold moves, and there is no other. `none` is a product nobody accepted terms for. */
export const transitions = {
  /** The customer accepted the terms. */
  accepted: { from: ['none'], to: 'page_open' },
  /** The provider says that the money is set aside. */
  placed: { from: ['page_open'], to: 'held' },
  captured: { from: ['held'], to: 'captured' },
  released: { from: ['held'], to: 'released' },
  /** Nobody used the page in time, or the bank let go of the money before it was captured. */
  lapsed: { from: ['page_open', 'held'], to: 'expired' },
  /** The provider did not make the page, or what it holds is not what was accepted, or is included in another. */
  failed: { from: ['page_open', 'held'], to: 'failed' },
} as const satisfies Record<string, Transition>;

export type HoldAction = keyof typeof transitions;

export const canMove = (state: HoldState | 'none', action: HoldAction): boolean =>
  (transitions[action].from as readonly string[]).includes(state);

/** States after which the same product is not offered again. */
const settled: readonly HoldState[] = ['held', 'captured', 'released'];

/** List prices and the agent's discount in cents; the receipt quotes these (decision 35). */
export const prices = { researchCents: 19_900, representationCents: 49_700, discountCents: 2_500 } as const;

/** The discount is for representation alone. */
export const priceOf = (product: Product, discounted: boolean): { amountCents: number; discountCents: number } => {
  if (product === 'research') return { amountCents: prices.researchCents, discountCents: 0 };
  const discountCents = discounted ? prices.discountCents : 0;
  return { amountCents: prices.representationCents - discountCents, discountCents };
};

/** How long a checkout's pages work after delivery (decision 37). */
export const checkoutDays = 30;

/** How long the provider's page stays open. The provider takes 30 minutes to 24 hours from when it makes the page. */
export const pageHours = 2;
/** A page that the provider has not made by then is given up: later its end would be too near for the provider. */
const unmadeHours = 1;
/** Longer no bank keeps money for us: we ask for no extended holds. */
const holdHours = 7 * 24;
/** How long before the bank lets go staff are told. */
export const warnHours = 24;
/** From this improvement on representation is charged (decision 37). */
export const improvementCents = 100_000;

type KnownHold = { readonly product: Product; readonly state: HoldState };

/** Why a product cannot be pre-authorized, if it cannot: it has been, or the larger one that includes it has. */
export function standsInTheWay(product: Product, holds: readonly KnownHold[]): Product | undefined {
  const has = (wanted: Product) => holds.some((hold) => hold.product === wanted && settled.includes(hold.state));
  if (has('representation')) return 'representation';
  return product === 'research' && has('research') ? 'research' : undefined;
}

/** Representation includes the research, so a hold for research beside it is given back, whichever came first. */
export const isCovered = (hold: Coverable, holds: readonly KnownHold[]): boolean =>
  hold.coveredAt !== undefined || (hold.product === 'research' && holds.some(covers));

type Coverable = { readonly product: Product; readonly coveredAt?: Date | undefined };

export const covers = ({ product, state }: KnownHold): boolean =>
  product === 'representation' && (state === 'held' || state === 'captured');

export type CaptureFacts = {
  readonly product: Product;
  readonly state: HoldState;
  readonly wish: string | null;
  readonly amountCents: number;
  /** What was paid for research counts towards representation. */
  readonly creditCents: number;
  /** Beside representation: it stands or was charged, and includes this. */
  readonly covered: boolean;
  /** A hold for research that may still be charged stands beside it. */
  readonly besideResearch: boolean;
  readonly initialOfferCents: number | undefined;
  readonly settlementCents: number | undefined;
};

export type CaptureVerdict =
  | { readonly kind: 'capture'; readonly cents: number }
  | { readonly kind: 'wrong state' | 'covered' | 'too much' | 'beside research' }
  | { readonly kind: 'improvement unknown' | 'improvement too small' };

/** What a customer has paid by a hold and did not get back. */
export const netCents = (hold: { readonly capturedCents: number | null; readonly refundedCents: number }): number =>
  Math.max(0, (hold.capturedCents ?? 0) - hold.refundedCents);

/** What may be charged of a hold: a case never costs more than representation does. */
export const dueOf = ({ amountCents, creditCents }: Pick<CaptureFacts, 'amountCents' | 'creditCents'>): number =>
  amountCents - creditCents;

type ImprovementFacts = Pick<CaptureFacts, 'product' | 'initialOfferCents' | 'settlementCents'>;

/** What representation brought, once both figures are known. */
const improvementOf = ({ settlementCents, initialOfferCents }: ImprovementFacts): number | undefined =>
  settlementCents === undefined || initialOfferCents === undefined ? undefined : settlementCents - initialOfferCents;

/** The case is settled and did not bring enough: there is nothing left to hold a card for. */
export const isNothingOwed = (facts: ImprovementFacts): boolean =>
  facts.product === 'representation' && (improvementOf(facts) ?? improvementCents) < improvementCents;

/** Research is charged when it is delivered, which is when staff press; representation by what it brought. */
export function decideCapture(facts: CaptureFacts, wantedCents: number | undefined): CaptureVerdict {
  if (facts.state !== 'held' || facts.wish !== null) return { kind: 'wrong state' };
  if (facts.covered) return { kind: 'covered' };
  const due = dueOf(facts);
  const cents = wantedCents ?? due;
  if (cents > due) return { kind: 'too much' };
  if (facts.product === 'research') return { kind: 'capture', cents };
  if (facts.besideResearch) return { kind: 'beside research' };
  const improvement = improvementOf(facts);
  if (improvement === undefined) return { kind: 'improvement unknown' };
  return improvement >= improvementCents ? { kind: 'capture', cents } : { kind: 'improvement too small' };
}

export type FollowedHold = {
  readonly id: string;
  readonly state: HoldState;
  readonly amountCents: number;
  readonly wish: 'capture' | 'release' | null;
  readonly createdAt: Date;
  readonly captureBefore: Date | undefined;
  /** What it is for is included in something else that stands. */
  readonly covered?: boolean;
};

export type FollowVerdict = {
  /** In order; a hold that was missed may be placed and captured at once. */
  readonly moves: readonly HoldAction[];
  readonly failure?: string;
  /** What to ask of the provider then. */
  readonly ask?: 'capture' | 'release';
};

const stay: FollowVerdict = { moves: [] };

/** What a hold shows after the provider said no to a capture. */
export const captureRefused = 'capture refused';
/** Why a hold ended of which the provider would not say what became of it. */
export const unknownHold = 'unknown to the provider';
/** Why a hold for research was given back: representation came to stand and includes it. */
export const covered = 'covered';

/**
 * What the provider's word means for a hold. It may be old by the time it is read, or come twice: what a state does not
 * lead to is left alone, and money that is held for a hold that has ended is given back. A provider that says nothing of
 * the money is waited for until no bank can hold any, and no longer.
 */
export function decideFollow(hold: FollowedHold, told: ProviderHold | undefined, now: Date): FollowVerdict {
  if (told === undefined) return now >= lastMoment(hold) ? lapse(hold, unknownHold) : stay;
  if (hold.state === 'page_open') return decideOpen(hold, told, now);
  if (hold.state === 'held') return decideHeld(hold, told, now);
  return hold.state !== 'captured' && told.money === 'held' ? { moves: [], ask: 'release' } : stay;
}

/** After this no bank holds anything for a hold, whatever is known of it. */
const lastMoment = ({ captureBefore, createdAt }: FollowedHold): Date =>
  captureBefore ?? addHours(createdAt, pageHours + holdHours);

const lapse = ({ state }: FollowedHold, failure: string): FollowVerdict =>
  canMove(state, 'lapsed') ? { moves: ['lapsed'], failure } : stay;

function decideOpen(hold: FollowedHold, told: ProviderHold, now: Date): FollowVerdict {
  if (told.money === 'held' || told.money === 'captured') {
    if (told.holdId !== hold.id || told.amountCents !== hold.amountCents) {
      return { moves: ['failed'], failure: 'mismatch', ...(told.money === 'held' ? { ask: 'release' } : {}) };
    }
    if (hold.covered === true && told.money === 'held') return { moves: ['failed'], failure: covered, ask: 'release' };
    return { moves: told.money === 'held' ? ['placed'] : ['placed', 'captured'] };
  }
  if (told.page === 'expired' || told.money === 'canceled') return { moves: ['lapsed'] };
  return now >= lastMoment(hold) ? lapse(hold, 'never held') : stay;
}

function decideHeld(hold: FollowedHold, told: ProviderHold, now: Date): FollowVerdict {
  // The provider may say a later end than it did at first; the later word counts.
  const end = told.captureBefore ?? hold.captureBefore;
  const over = end !== undefined && now >= end;
  if (told.money === 'captured') return { moves: ['captured'] };
  if (told.money === 'canceled') {
    if (hold.covered === true && hold.wish !== 'release') return { moves: ['failed'], failure: covered };
    return { moves: [hold.wish !== 'release' && (told.lapsed || over) ? 'lapsed' : 'released'] };
  }
  if (told.money !== 'held') return over ? lapse(hold, 'no longer held') : stay;
  if (hold.covered === true) return { moves: [], ask: 'release' };
  if (hold.wish !== null) return { moves: [], ask: hold.wish };
  // The bank has let go; the provider's record is ended too, so that no second one stands beside it.
  return over ? { moves: [], ask: 'release' } : stay;
}

/** A page that was never made cannot have been used: nobody has its address. */
export const isUnmade = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now >= addHours(createdAt, unmadeHours);

/** Words of the provider after which a dispute does not go on. Whatever else it says is open. */
export const endedDisputes: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

/** A charge can be disputed for some four months, and refunded for longer; beyond this nobody asks any more. */
const chargeDays = 180;
/** How often a charge is asked about: events come at once, and only lost ones wait for it. */
const chargeHours = 24;

type Charge = { readonly endedAt?: Date | undefined; readonly dispute?: { readonly status: string } | undefined };

function nextLook({ endedAt, dispute }: Charge, now: Date): Date | null {
  const open = dispute !== undefined && !endedDisputes.includes(dispute.status);
  return open || now < addDays(endedAt ?? now, chargeDays) ? addHours(now, chargeHours) : null;
}

type CheckedHold = Pick<FollowedHold, 'state' | 'wish' | 'captureBefore'> & Charge;

/** When the provider is asked next although it said nothing: events get lost, and processes end. */
export function nextCheck(hold: CheckedHold, now: Date): Date | null {
  if (hold.state === 'page_open') return addSeconds(now, 600);
  if (hold.state === 'captured') return nextLook(hold, now);
  if (hold.state !== 'held') return null;
  if (hold.wish !== null) return addSeconds(now, 60);
  const routine = addHours(now, 6);
  const { captureBefore } = hold;
  if (captureBefore === undefined || captureBefore > routine) return routine;
  return captureBefore > now ? captureBefore : addSeconds(now, 600);
}
