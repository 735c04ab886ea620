import { addDays, addHours, addSeconds } from '#lib/time/dates';
import type { ProviderHold } from '#gateways/cards';
import { holdTransitions, type HoldAction, type HoldState } from './transitions.ts';

export const products = ['research', 'representation'] as const;
export type Product = (typeof products)[number];

/** States after which the same product is not offered again. */
const settled: readonly HoldState[] = ['held', 'captured', 'released'];

/** List prices and the agent's discount in cents; the receipt quotes these (D-035). */
export const prices = { researchCents: 19_900, representationCents: 49_700, discountCents: 2_500 } as const;

/** The discount is for representation only. */
export const priceOf = (product: Product, discounted: boolean): { amountCents: number; discountCents: number } => {
  if (product === 'research') return { amountCents: prices.researchCents, discountCents: 0 };
  const discountCents = discounted ? prices.discountCents : 0;
  return { amountCents: prices.representationCents - discountCents, discountCents };
};

/** How long a checkout is valid after delivery (D-037). */
export const checkoutDays = 30;

/** How long the provider's page stays open; the provider allows 30 minutes to 24 hours from its creation. */
export const pageHours = 2;
/** A page not created by then is abandoned: soon after, its end would be nearer than the provider allows. */
const pageMakingHours = 1;
/** We request no extended holds, and no bank holds money for longer than this without. */
const holdHours = 7 * 24;
/** How long before the end of an authorization staff are warned. */
export const warnHours = 24;
/** The improvement from which representation is charged (D-037). */
const improvementCents = 100_000;

type KnownHold = { readonly product: Product; readonly state: HoldState };

/** The product whose hold prevents a pre-authorization: the product itself, or the larger one that includes it. */
export function findBlockingProduct(product: Product, holds: readonly KnownHold[]): Product | undefined {
  const has = (wanted: Product) => holds.some((hold) => hold.product === wanted && settled.includes(hold.state));
  if (has('representation')) return 'representation';
  return product === 'research' && has('research') ? 'research' : undefined;
}

/** Representation includes the research, so a hold for research beside it is released, whichever came first. */
export const isCovered = (hold: Coverable, holds: readonly KnownHold[]): boolean =>
  hold.coveredAt !== undefined || (hold.product === 'research' && holds.some(covers));

type Coverable = { readonly product: Product; readonly coveredAt?: Date | undefined };

export const covers = ({ product, state }: KnownHold): boolean =>
  product === 'representation' && (state === 'held' || state === 'captured');

type CaptureFacts = {
  readonly product: Product;
  readonly state: HoldState;
  readonly requestedAction: string | null;
  readonly amountCents: number;
  /** What was paid for research counts towards representation. */
  readonly creditCents: number;
  /** Representation, active or charged, includes this hold. */
  readonly covered: boolean;
  /** A hold for research that may still be charged is beside it. */
  readonly besideResearch: boolean;
  readonly initialOfferCents: number | undefined;
  readonly settlementCents: number | undefined;
};

type CaptureVerdict =
  | { readonly kind: 'capture'; readonly cents: number }
  | { readonly kind: 'wrong state' | 'covered' | 'too much' | 'beside research' }
  | { readonly kind: 'improvement unknown' | 'improvement too small' };

/** What a customer has paid by a hold, less refunds. */
export const netCents = (hold: { readonly capturedCents: number | null; readonly refundedCents: number }): number =>
  Math.max(0, (hold.capturedCents ?? 0) - hold.refundedCents);

/** What may be charged of a hold: a consultation never costs more than representation. */
export const dueOf = ({ amountCents, creditCents }: Pick<CaptureFacts, 'amountCents' | 'creditCents'>): number =>
  amountCents - creditCents;

type ImprovementFacts = Pick<CaptureFacts, 'product' | 'initialOfferCents' | 'settlementCents'>;

/** How much representation improved the offer, once both figures are known. */
const improvementOf = ({ settlementCents, initialOfferCents }: ImprovementFacts): number | undefined =>
  settlementCents === undefined || initialOfferCents === undefined ? undefined : settlementCents - initialOfferCents;

/** The consultation is settled below the improvement that is charged for, so there is nothing left to hold a card for. */
export const isImprovementTooSmall = (facts: ImprovementFacts): boolean =>
  facts.product === 'representation' && (improvementOf(facts) ?? improvementCents) < improvementCents;

/** Research is charged at its delivery, when staff capture it; representation when the improvement is large enough. */
export function decideCapture(facts: CaptureFacts, wantedCents: number | undefined): CaptureVerdict {
  if (facts.state !== 'held' || facts.requestedAction !== null) return { kind: 'wrong state' };
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

type ReconcileFacts = {
  readonly id: string;
  readonly state: HoldState;
  readonly amountCents: number;
  readonly requestedAction: 'capture' | 'release' | null;
  readonly createdAt: Date;
  readonly captureBefore: Date | undefined;
  /** Its product is included in another hold, active or charged. */
  readonly covered?: boolean;
};

export type ReconcileVerdict = {
  /** In order; a hold whose events were missed may be placed and captured at once. */
  readonly moves: readonly HoldAction[];
  readonly failure?: string;
  /** The request to make to the provider next. */
  readonly ask?: 'capture' | 'release';
};

const stay: ReconcileVerdict = { moves: [] };

/** Failure of a hold whose capture the provider refused. */
export const captureRefused = 'capture refused';
/** Failure of a hold whose outcome the provider does not report. */
export const unknownHold = 'unknown to the provider';
/** Failure of a hold for research that was released because representation includes it. */
export const covered = 'covered';

/**
 * What a provider state means for a hold. It may be outdated or read twice, so moves that the state does not allow are
 * ignored, and money held for an ended hold is released. A provider that does not report the money is waited for until
 * no bank can hold any, and no longer.
 */
export function decideReconcile(
  hold: ReconcileFacts,
  providerState: ProviderHold | undefined,
  now: Date,
): ReconcileVerdict {
  if (providerState === undefined) return now >= lastMoment(hold) ? lapse(hold, unknownHold) : stay;
  if (hold.state === 'page_open') return decideOpen(hold, providerState, now);
  if (hold.state === 'held') return decideHeld(hold, providerState, now);
  return hold.state !== 'captured' && providerState.money === 'held' ? { moves: [], ask: 'release' } : stay;
}

/** After this no bank holds anything for a hold, whatever is known of it. */
const lastMoment = ({ captureBefore, createdAt }: ReconcileFacts): Date =>
  captureBefore ?? addHours(createdAt, pageHours + holdHours);

const lapse = ({ state }: ReconcileFacts, failure: string): ReconcileVerdict =>
  holdTransitions.canMove(state, 'lapsed') ? { moves: ['lapsed'], failure } : stay;

function decideOpen(hold: ReconcileFacts, providerState: ProviderHold, now: Date): ReconcileVerdict {
  if (providerState.money === 'held' || providerState.money === 'captured') {
    if (providerState.holdId !== hold.id || providerState.amountCents !== hold.amountCents) {
      return { moves: ['failed'], failure: 'mismatch', ...(providerState.money === 'held' ? { ask: 'release' } : {}) };
    }
    if (hold.covered === true && providerState.money === 'held')
      return { moves: ['failed'], failure: covered, ask: 'release' };
    return { moves: providerState.money === 'held' ? ['placed'] : ['placed', 'captured'] };
  }
  if (providerState.page === 'expired' || providerState.money === 'canceled') return { moves: ['lapsed'] };
  return now >= lastMoment(hold) ? lapse(hold, 'never held') : stay;
}

function decideHeld(hold: ReconcileFacts, providerState: ProviderHold, now: Date): ReconcileVerdict {
  // The provider may report another end than at first; what it reports now counts.
  const end = providerState.captureBefore ?? hold.captureBefore;
  const over = end !== undefined && now >= end;
  if (providerState.money === 'captured') return { moves: ['captured'] };
  if (providerState.money === 'canceled') {
    if (hold.covered === true && hold.requestedAction !== 'release') return { moves: ['failed'], failure: covered };
    return { moves: [hold.requestedAction !== 'release' && (providerState.lapsed || over) ? 'lapsed' : 'released'] };
  }
  if (providerState.money !== 'held') return over ? lapse(hold, 'no longer held') : stay;
  if (hold.covered === true) return { moves: [], ask: 'release' };
  if (hold.requestedAction !== null) return { moves: [], ask: hold.requestedAction };
  // The authorization is over; the provider's record is ended too, so that no second one exists beside it.
  return over ? { moves: [], ask: 'release' } : stay;
}

/** A page that was never created cannot have been used: nobody has its URL. */
export const isPageOverdue = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now >= addHours(createdAt, pageMakingHours);

/** The provider's statuses of a dispute that is over; every other one is open. */
export const endedDisputes: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

/** A charge can be disputed for about four months and refunded for longer; after this it is no longer checked. */
const chargeDays = 180;
/** How often a charge is checked: events come at once, so only lost ones wait for this. */
const chargeHours = 24;

type Charge = { readonly endedAt?: Date | undefined; readonly dispute?: { readonly status: string } | undefined };

function nextChargeCheck({ endedAt, dispute }: Charge, now: Date): Date | null {
  const open = dispute !== undefined && !endedDisputes.includes(dispute.status);
  return open || now < addDays(endedAt ?? now, chargeDays) ? addHours(now, chargeHours) : null;
}

type CheckedHold = Pick<ReconcileFacts, 'state' | 'requestedAction' | 'captureBefore'> & Charge;

/** When to reconcile a hold without an event, since events get lost and processes end. */
export function nextCheck(hold: CheckedHold, now: Date): Date | null {
  if (hold.state === 'page_open') return addSeconds(now, 600);
  if (hold.state === 'captured') return nextChargeCheck(hold, now);
  if (hold.state !== 'held') return null;
  if (hold.requestedAction !== null) return addSeconds(now, 60);
  const routine = addHours(now, 6);
  const { captureBefore } = hold;
  if (captureBefore === undefined || captureBefore > routine) return routine;
  return captureBefore > now ? captureBefore : addSeconds(now, 600);
}

/** The terms in force. Every earlier version stays in `terms/`, since acceptances refer to it. */
export const termsVersion = '2026-11-16';
