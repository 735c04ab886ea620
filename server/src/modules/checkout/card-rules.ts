import type { ProviderCard } from '#gateways/cards';
import { addDays, addHours, addSeconds } from '#lib/time/dates';
import { nextChargeCheck, pageHours, unknownHold } from './rules.ts';
import { cardTransitions, standingStates, type CardAction, type HoldState } from './transitions.ts';

/** How long a card stays saved: claims take weeks, and after half a year no owner expects a charge. */
const savedDays = 180;

/** Holds that a bank may decline for one card before its owner must confirm or change it. */
const declinesMax = 3;

/** The requester of the removal, if it was not a staff member. */
export const byCustomer = 'owner';

/** Failure of a card that its owner or the provider removed. */
export const cardRemoved = 'card removed';
/** Failure of a hold that the bank wants its customer to confirm. */
export const authenticationRequired = 'authentication required';

type CardFacts = {
  readonly id: string;
  readonly state: HoldState;
  readonly requestedAction: 'capture' | 'release' | null;
  readonly requestedBy: string | null;
  readonly requestedCents: number | null;
  readonly amountCents: number;
  readonly attempt: number;
  readonly methodId: string | undefined;
  readonly createdAt: Date;
  /** For a hold, its end at the bank. For a card whose hold lapsed, the end of its time. */
  readonly captureBefore: Date | undefined;
  /** Until when the card is kept, however often its hold is placed again. */
  readonly cardUntil: Date | undefined;
  /** No fee is due or will become due. */
  readonly unwanted: boolean;
};

/** The next request to make to the provider. */
type CardAsk =
  | { readonly kind: 'place'; readonly methodId: string; readonly cents: number }
  | { readonly kind: 'capture'; readonly intentId: string; readonly cents: number }
  | { readonly kind: 'release'; readonly intentId: string }
  | { readonly kind: 'detach'; readonly methodId: string }
  /** No card can be entered on the page any more. */
  | { readonly kind: 'close' };

export type CardVerdict = {
  readonly moves: readonly CardAction[];
  readonly failure?: string;
  /** The card that counts from now on. */
  readonly methodId?: string;
  readonly ask?: CardAsk;
};

const stay: CardVerdict = { moves: [] };

/**
 * The effect of the provider's answer on a hold with a saved card. The answer may be outdated or read twice, so the
 * caller skips moves that the state does not allow, and unneeded money and cards are given back.
 */
export function decideCard(card: CardFacts, provider: ProviderCard | undefined, now: Date): CardVerdict {
  if (provider === undefined) return isOver(card, now) ? { moves: ['lapsed'], failure: unknownHold } : stay;
  if (provider.charge !== undefined) {
    const { amountCents } = provider.charge;
    // Another amount was charged in the dashboard. It is an anomaly that this code cannot explain.
    if (amountCents < 1 || amountCents > card.amountCents) return stay;
    const isOwn = card.state === 'page_open' && provider.holdId === card.id;
    return givingBack(provider, { moves: isOwn ? ['placed', 'captured'] : ['captured'] });
  }
  if (card.state === 'page_open') return decidePage(card, provider, now);
  if (!standingStates.includes(card.state)) return givingBack(provider, stay);
  return decideStanding(card, provider, now);
}

function isOver({ state, captureBefore, createdAt }: CardFacts, now: Date): boolean {
  if (state === 'page_open') return now >= addHours(createdAt, pageHours + 24);
  // A hold may end while its card stays saved, so the end of the hold is not the end of the row.
  return now >= ((state === 'held' ? undefined : captureBefore) ?? addDays(createdAt, savedDays));
}

type Remaining = { readonly intentId?: string | undefined; readonly methodId?: string | undefined };

/** Gives back every hold and card except the ones to keep, one request at a time, after closing the page. */
function givingBack(provider: ProviderCard, verdict: CardVerdict, remaining: Remaining = {}): CardVerdict {
  if (provider.page === 'open' && remaining.methodId === undefined) return { ...verdict, ask: { kind: 'close' } };
  const held = provider.held.find(({ intentId }) => intentId !== remaining.intentId);
  if (held !== undefined) return { ...verdict, ask: { kind: 'release', intentId: held.intentId } };
  const extra = provider.attachedIds.find((id) => id !== remaining.methodId);
  return extra === undefined ? verdict : { ...verdict, ask: { kind: 'detach', methodId: extra } };
}

function decidePage(card: CardFacts, provider: ProviderCard, now: Date): CardVerdict {
  const { enteredId, held } = provider;
  if (enteredId !== undefined) {
    const isOther = held[0] !== undefined && held[0].amountCents !== card.amountCents;
    if (provider.holdId !== card.id || isOther) return givingBack(provider, { moves: ['failed'], failure: 'mismatch' });
    const remaining = { intentId: held[0]?.intentId, methodId: enteredId };
    return givingBack(
      provider,
      { moves: [held[0] === undefined ? 'saved' : 'placed'], methodId: enteredId },
      remaining,
    );
  }
  return provider.page === 'expired' || isOver(card, now) ? { moves: ['lapsed'] } : stay;
}

function decideStanding(card: CardFacts, provider: ProviderCard, now: Date): CardVerdict {
  const { enteredId, attachedIds, held } = provider;
  const isAttached = (id: string | undefined): id is string => id !== undefined && attachedIds.includes(id);
  const giveUp = (moves: readonly CardAction[]): CardVerdict => {
    const { ask } = givingBack(provider, stay);
    return ask === undefined ? { moves } : { moves: [], ask };
  };
  if (card.requestedAction === 'release') return giveUp([card.requestedBy === byCustomer ? 'withdrawn' : 'released']);
  const [hold] = held;
  // A request that was made too late or could not be done in time ends with the card, as the terms provide.
  if (card.requestedAction === 'capture')
    return hold === undefined && isOver(card, now) ? giveUp(['lapsed']) : decideCharge(card, provider);
  // Another card was entered after a decline; its page holds the money.
  if (enteredId !== card.methodId && isAttached(enteredId)) {
    const remaining = { intentId: hold?.intentId, methodId: enteredId };
    return givingBack(provider, { moves: [hold === undefined ? 'saved' : 'placed'], methodId: enteredId }, remaining);
  }
  if (card.unwanted) return giveUp(['lapsed']);
  if (hold !== undefined) {
    // The authorization is over. The provider's record is ended too, so that a second one cannot exist next to it.
    const isEnded = hold.captureBefore !== undefined && now >= hold.captureBefore;
    if (isEnded) return { moves: [], ask: { kind: 'release', intentId: hold.intentId } };
    return givingBack(provider, { moves: ['placed'] }, { intentId: hold.intentId, methodId: card.methodId });
  }
  if (card.state === 'held') return { moves: ['holdLapsed'] };
  if (isOver(card, now)) return giveUp(['lapsed']);
  return isAttached(card.methodId)
    ? givingBack(provider, stay, { methodId: card.methodId })
    : { moves: ['lapsed'], failure: cardRemoved };
}

/** Captures the current hold; one that has lapsed is placed again first, on the saved card. */
function decideCharge(card: CardFacts, { attempted, attachedIds, held, page }: ProviderCard): CardVerdict {
  const wanted = card.requestedCents ?? card.amountCents;
  const [hold] = held;
  if (hold !== undefined) {
    const cents = Math.min(wanted, hold.amountCents);
    return { moves: ['placed'], ask: { kind: 'capture', intentId: hold.intentId, cents } };
  }
  const moves: readonly CardAction[] = ['holdLapsed'];
  // A request of ours reached the provider, whether or not its answer reached us.
  if (attempted?.attempt === card.attempt)
    return attempted.outcome === 'waiting' ? { moves } : { moves: ['declined'], failure: attempted.outcome };
  // A hold placed on a page that is still open would duplicate the one requested here.
  if (page === 'open') return { moves, ask: { kind: 'close' } };
  const { methodId } = card;
  if (methodId === undefined || !attachedIds.includes(methodId)) return { moves: ['declined'], failure: cardRemoved };
  return { moves, ask: { kind: 'place', methodId, cents: wanted } };
}

type Stands = {
  readonly state: HoldState;
  readonly provider: ProviderCard | undefined;
  /** Until when a newly entered card is saved. */
  readonly enteredUntil: Date | undefined;
};

export const savedUntil = (now: Date): Date => addDays(now, savedDays);

/** Until when a row keeps its new state on its own: its hold at the bank, or the card that a lapsed hold leaves. */
export function standsUntil(
  card: Pick<CardFacts, 'state' | 'captureBefore' | 'cardUntil'>,
  { state, provider, enteredUntil }: Stands,
): Date | undefined {
  if (state === 'held') return provider?.held[0]?.captureBefore ?? card.captureBefore;
  if (!standingStates.includes(state)) return card.captureBefore;
  if (enteredUntil !== undefined || card.state !== 'held') return enteredUntil ?? card.captureBefore;
  return card.cardUntil;
}

export const walkCard = (from: HoldState, { moves }: CardVerdict): HoldState =>
  moves.reduce<HoldState>(
    (state, action) => (cardTransitions.next(state, action) as HoldState | undefined) ?? state,
    from,
  );

type CheckedCard = {
  readonly state: HoldState;
  readonly requestedAction: string | null;
  readonly captureBefore: Date | undefined;
  readonly endedAt?: Date | undefined;
  readonly dispute?: { readonly status: string } | undefined;
};

/** When to check a card without an event. */
export function nextCardCheck(card: CheckedCard, now: Date): Date | null {
  if (card.state === 'page_open') return addSeconds(now, 600);
  if (card.state === 'captured') return nextChargeCheck(card, now);
  if (!standingStates.includes(card.state)) {
    // A page for another card may still be open; a card entered there is removed.
    const last = addHours(card.endedAt ?? now, pageHours + 1);
    return card.state === 'failed' || now >= last ? null : last;
  }
  if (card.requestedAction !== null) return addSeconds(now, 60);
  const routine = addHours(now, card.state === 'charge_failed' ? 1 : 24);
  const { captureBefore } = card;
  if (captureBefore === undefined || captureBefore > routine) return routine;
  return captureBefore > now ? captureBefore : addSeconds(now, 600);
}

/** Whether staff have used up their tries; a new card resets the count. */
export const isChargeSpent = ({ declines }: { readonly declines: number }): boolean => declines >= declinesMax;

type Withdrawable = { readonly state: HoldState; readonly kind: string; readonly requestedAction: string | null };

/** Under the terms: until the settlement is recorded, and not while a charge is in progress. */
export const mayWithdraw = (hold: Withdrawable, { settled }: { readonly settled: boolean }): boolean =>
  hold.kind === 'card' && !settled && standingStates.includes(hold.state) && hold.requestedAction === null;
