import type { ProviderCard } from '#gateways/cards';
import { addDays, addHours, addSeconds } from '#lib/time/dates';
import { nextChargeCheck, pageHours, unknownHold } from './rules.ts';
import { cardTransitions, standingStates, type CardAction, type HoldState } from './transitions.ts';

/** How long a card stays saved: claims take weeks, and after half a year nobody expects a charge. */
export const savedDays = 180;

/** Charges that a bank may decline for one card before its owner must confirm or change it. */
const declinesMax = 3;

/** Who requested the removal, where it was not a person of the team. */
export const byCustomer = 'owner';

/** Failure of a card that its owner or the provider removed. */
export const cardRemoved = 'card removed';
/** Failure of a charge that the bank wants its customer to confirm. */
export const authenticationRequired = 'authentication required';

type CardFacts = {
  readonly id: string;
  readonly state: HoldState;
  readonly requestedAction: 'capture' | 'release' | null;
  readonly requestedBy: string | null;
  readonly amountCents: number;
  readonly attempt: number;
  readonly methodId: string | undefined;
  readonly createdAt: Date;
  /** Until when the card is saved. */
  readonly captureBefore: Date | undefined;
  /** Nothing is due, and nothing will be. */
  readonly unwanted: boolean;
};

export type CardVerdict = {
  readonly moves: readonly CardAction[];
  readonly failure?: string;
  /** The card that counts from now on. */
  readonly methodId?: string;
  readonly ask?: { readonly kind: 'charge' } | { readonly kind: 'detach'; readonly methodId: string };
};

const stay: CardVerdict = { moves: [] };

/**
 * What the provider's answer means for a saved card. It may be outdated or read twice, so moves that the state does not
 * allow are left out by the caller, and a card that nothing needs any more is removed.
 */
export function decideCard(card: CardFacts, provider: ProviderCard | undefined, now: Date): CardVerdict {
  if (provider === undefined) return isOver(card, now) ? { moves: ['lapsed'], failure: unknownHold } : stay;
  if (provider.charge !== undefined) {
    const { amountCents } = provider.charge;
    // Somebody charged another amount in the dashboard; it is an anomaly, and nothing here explains it.
    if (amountCents < 1 || amountCents > card.amountCents) return stay;
    return removing(provider, undefined, { moves: ['captured'] });
  }
  if (card.state === 'page_open') return decidePage(card, provider, now);
  if (!standingStates.includes(card.state)) return removing(provider, undefined, stay);
  return decideSaved(card, provider, now);
}

const isOver = ({ state, captureBefore, createdAt }: CardFacts, now: Date): boolean =>
  now >=
  (state === 'page_open' ? addHours(createdAt, pageHours + 24) : (captureBefore ?? addDays(createdAt, savedDays)));

/** Every card but the one that is kept is taken off the customer, one request at a time. */
function removing(provider: ProviderCard, kept: string | undefined, verdict: CardVerdict): CardVerdict {
  const extra = provider.attachedIds.find((id) => id !== kept);
  return extra === undefined ? verdict : { ...verdict, ask: { kind: 'detach', methodId: extra } };
}

function decidePage(card: CardFacts, provider: ProviderCard, now: Date): CardVerdict {
  const { enteredId } = provider;
  if (enteredId !== undefined) {
    if (provider.holdId !== card.id) return { moves: ['failed'], failure: 'mismatch' };
    return removing(provider, enteredId, { moves: ['saved'], methodId: enteredId });
  }
  return provider.page === 'expired' || isOver(card, now) ? { moves: ['lapsed'] } : stay;
}

function decideSaved(card: CardFacts, provider: ProviderCard, now: Date): CardVerdict {
  const { enteredId, attachedIds } = provider;
  const isAttached = (id: string | undefined): id is string => id !== undefined && attachedIds.includes(id);
  const giveUp = (moves: readonly CardAction[]): CardVerdict =>
    attachedIds[0] === undefined ? { moves } : { moves: [], ask: { kind: 'detach', methodId: attachedIds[0] } };
  if (card.requestedAction === 'release') return giveUp([card.requestedBy === byCustomer ? 'withdrawn' : 'released']);
  if (card.requestedAction === 'capture') return decideCharge(card, provider);
  // Another card was entered after a charge that failed.
  if (enteredId !== card.methodId && isAttached(enteredId))
    return removing(provider, enteredId, { moves: ['saved'], methodId: enteredId });
  if (card.unwanted || isOver(card, now)) return giveUp(['lapsed']);
  return isAttached(card.methodId)
    ? removing(provider, card.methodId, stay)
    : { moves: ['lapsed'], failure: cardRemoved };
}

function decideCharge(card: CardFacts, { attempted, attachedIds }: ProviderCard): CardVerdict {
  // A request of ours reached the provider, whether or not its answer reached us.
  if (attempted?.attempt === card.attempt)
    return attempted.outcome === 'waiting' ? stay : { moves: ['declined'], failure: attempted.outcome };
  if (card.methodId === undefined || !attachedIds.includes(card.methodId))
    return { moves: ['declined'], failure: cardRemoved };
  return { moves: [], ask: { kind: 'charge' } };
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

/** When to ask about a card without an event. */
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
  return captureBefore !== undefined && captureBefore > now && captureBefore < routine ? captureBefore : routine;
}

/** Whether staff may try once more; a new card begins the count again. */
export const isChargeSpent = ({ declines }: { readonly declines: number }): boolean => declines >= declinesMax;

type Withdrawable = { readonly state: HoldState; readonly kind: string; readonly requestedAction: string | null };

/** By the terms: until the settlement is recorded, and not while a charge is under way. */
export const mayWithdraw = (hold: Withdrawable, { settled }: { readonly settled: boolean }): boolean =>
  hold.kind === 'card' && !settled && standingStates.includes(hold.state) && hold.requestedAction === null;
