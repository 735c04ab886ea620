import type { Language } from '#lib/languages/language';
import { addDays, addHours, addSeconds } from '#lib/time/dates';
import type { ProviderHold } from '#gateways/cards';
import { holdTransitions, standingStates, type HoldAction, type HoldState } from './transitions.ts';

type BorrowerPays = { readonly representationCents: number; readonly researchOffered: boolean };

/**
 * The products for a borrower: representation at the price left after the institution's part, and research where it
 * costs less than that; undefined where nothing is left to pay.
 */
export const borrowerPays = (priceCents: number): BorrowerPays | undefined =>
  priceCents === 0
    ? undefined
    : { representationCents: priceCents, researchOffered: prices.researchCents < priceCents };

export const products = ['research', 'representation'] as const;
export type Product = (typeof products)[number];

/** States after which the same product is not offered again. */
const settled: readonly HoldState[] = [...standingStates, 'captured', 'released'];

/** List prices and the agent's discount in cents; the receipt quotes these (D-035). */
export const prices = { researchCents: 19_900, representationCents: 49_700, discountCents: 2_500 } as const;

/** The product's name, as the provider shows it to the customer. */
export const titles: Readonly<Record<Language, Readonly<Record<Product, string>>>> = {
  en: {
    research: 'Makewhole research: appraisal of your vehicle',
    representation: 'Makewhole representation: research and negotiation',
  },
  es: {
    research: 'Estudio de mercado de Makewhole: avalúo de su vehículo',
    representation: 'Representación de Makewhole: estudio de mercado y negociación',
  },
};

/** The discount is for representation only. */
export const priceOf = (
  product: Product,
  discounted: boolean,
  /** The borrower's price after the institution's part. */
  representationCents: number = prices.representationCents,
): { amountCents: number; discountCents: number } => {
  if (product === 'research') return { amountCents: prices.researchCents, discountCents: 0 };
  const discountCents = discounted ? prices.discountCents : 0;
  return { amountCents: representationCents - discountCents, discountCents };
};

/** How long a checkout is valid after delivery (D-037). */
export const checkoutDays = 30;

/** How long the provider's page stays open; the provider allows 30 minutes to 24 hours from its creation. */
export const pageHours = 2;
/** A page not created by then is abandoned: soon after, its end would be nearer than the provider allows. */
const pageMakingHours = 1;
/** We request no extended holds, and without one no bank holds money for longer than this. */
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

/** A product that was paid outside the provider counts as charged. */
export const paidAsHolds = (paid: readonly Product[]): KnownHold[] =>
  paid.map((product) => ({ product, state: 'captured' }));

/** Whether a checkout has this product at all. */
export const isOffered = (checkout: { readonly researchOffered: boolean }, product: Product): boolean =>
  product === 'representation' || checkout.researchOffered;

/** How often the link is sent in total, and the minimum time between two sends. */
export const linkSends = { max: 5, pauseS: 600 } as const;

type CaseHold = KnownHold & {
  readonly heldAt: Date | undefined;
  readonly dispute: { readonly status: string } | undefined;
  readonly refunds: readonly { readonly state: string }[];
};

/** Held, being placed, being refunded, or disputed. */
const isMoving = ({ state, dispute, refunds }: CaseHold): boolean =>
  state === 'page_open' ||
  standingStates.includes(state) ||
  isDisputeOpen(dispute) ||
  refunds.some((refund) => refund.state === 'requested');

/** Paid, refunded, or withdrawn by its owner. */
const endedWell: readonly HoldState[] = ['captured', 'released', 'withdrawn'];

/** Whether any of a case's money is still open, and whether everything accepted is paid or released. */
export function decideMoney(
  holds: readonly CaseHold[],
  paid: readonly Product[],
): { readonly open: boolean; readonly done: boolean } {
  const open = holds.some(isMoving);
  const ended = (product: Product) =>
    paid.includes(product) || holds.some((hold) => hold.product === product && endedWell.includes(hold.state));
  // An expired hold was accepted and is neither paid nor released; representation includes the research.
  const lapsed = holds.filter(({ state, heldAt }) => state === 'expired' && heldAt !== undefined);
  const unpaid = lapsed.some(({ product }) => !ended(product) && !ended('representation'));
  return { open, done: !open && !unpaid && products.some(ended) };
}

/** Representation includes the research, so a hold for research next to it is released, whichever came first. */
export const isCovered = (hold: Coverable, holds: readonly KnownHold[]): boolean =>
  hold.coveredAt !== undefined || (hold.product === 'research' && holds.some(covers));

type Coverable = { readonly product: Product; readonly coveredAt?: Date | undefined };

export const covers = ({ product, state }: KnownHold): boolean =>
  product === 'representation' && (standingStates.includes(state) || state === 'captured');

type Paid = {
  readonly capturedCents: number | null;
  readonly refundedCents: number;
  readonly dispute?: { readonly status: string; readonly amountCents: number } | undefined;
};

/** A customer's payments, less refunds and bank reversals: a lost dispute counts as not paid. */
export const netCents = ({ capturedCents, refundedCents, dispute }: Paid): number =>
  Math.max(0, (capturedCents ?? 0) - refundedCents - (dispute?.status === 'lost' ? dispute.amountCents : 0));

type Priced = { readonly amountCents: number; readonly creditCents: number };

/** The chargeable amount of a hold: a consultation never costs more than representation. */
export const dueOf = ({ amountCents, creditCents }: Priced): number => amountCents - creditCents;

/** The effect of the improvement on the fee for representation; unknown while the improvement is unknown. */
export function decideFee(improvement: number | null): 'due' | 'nothing' | 'unknown' {
  if (improvement === null) return 'unknown';
  return improvement < improvementCents ? 'nothing' : 'due';
}

/** The consultation is settled below the improvement required for a charge, so there is nothing left to hold a card for. */
export const isWithoutFee = (product: Product, improvement: number | null): boolean =>
  product === 'representation' && decideFee(improvement) === 'nothing';

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
  /** In order; a hold whose events were missed may be placed and captured in one step. */
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
 * The effect of a provider state on a hold. The state may be outdated or read twice, so moves that the hold's state
 * does not allow are ignored, and money held for an ended hold is released. If the provider does not report the
 * money, we wait until no bank can hold any, and no longer.
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

/** After this no bank holds anything for a hold, whatever its known state. */
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
  // The provider may later report another end; the latest one counts.
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
  // The authorization is over. The provider's record is ended too, so that a second one cannot exist next to it.
  return over ? { moves: [], ask: 'release' } : stay;
}

/** A page that was never created cannot have been used, because its URL was never sent. */
export const isPageOverdue = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now >= addHours(createdAt, pageMakingHours);

/** The provider's statuses of a closed dispute; every other one is open. */
export const endedDisputes: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

const isDisputeOpen = (dispute: { readonly status: string } | undefined): boolean =>
  dispute !== undefined && !endedDisputes.includes(dispute.status);

/** A charge can be disputed for about four months and refunded for longer; after this it is no longer checked. */
const chargeDays = 180;
/** How often a charge is checked: events arrive immediately, so only lost ones wait for this. */
const chargeHours = 24;

type Charge = { readonly endedAt?: Date | undefined; readonly dispute?: { readonly status: string } | undefined };

export function nextChargeCheck({ endedAt, dispute }: Charge, now: Date): Date | null {
  return isDisputeOpen(dispute) || now < addDays(endedAt ?? now, chargeDays) ? addHours(now, chargeHours) : null;
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

/** The current terms. Every earlier version stays in `terms/`, since acceptances refer to it. */
export const termsVersion = '2026-11-19';
/** The last terms of a hold for representation without a saved card; pages that were open then continue under them. */
const holdTermsVersion = '2026-11-16';

/** How a product is paid: money that is held now, alone or on a card that is also saved. */
export type HoldKind = 'hold' | 'card';

export const kindOf = (product: Product): HoldKind => (product === 'research' ? 'hold' : 'card');

type Sold = { readonly product: Product; readonly kind: HoldKind };

/** The current terms in a language, each with its own version; the English ones govern. */
export const termsVersionIn = (language: Language): string =>
  language === 'en' ? termsVersion : `${termsVersion}-${language}`;

/** The earlier ones were never translated. */
export const termsVersionOf = ({ product, kind }: Sold, language: Language): string =>
  kind === kindOf(product) ? termsVersionIn(language) : holdTermsVersion;

export const termsLanguage = (version: string): Language => (version.endsWith('-es') ? 'es' : 'en');
