import { defineTransitions, type ActionOf } from '#lib/states/define-transitions';

/** For both kinds: a hold of money, and a hold whose card is also saved, so that the hold can be placed again. */
export const holdStates = [
  'page_open',
  'held',
  'saved',
  'charge_failed',
  'captured',
  'released',
  'withdrawn',
  'expired',
  'failed',
] as const;

export type HoldState = (typeof holdStates)[number];

/** States in which staff may charge or release: money is held, or a card is saved. */
export const standingStates: readonly HoldState[] = ['held', 'saved', 'charge_failed'];

/** The complete transitions of a hold of money. `none` is a product without accepted terms. */
export const holdTransitions = defineTransitions(['none', ...holdStates], {
  /** The customer accepted the terms. */
  accepted: { from: ['none'], to: 'page_open' },
  /** The provider reports the money as held. */
  placed: { from: ['page_open'], to: 'held' },
  captured: { from: ['held'], to: 'captured' },
  released: { from: ['held'], to: 'released' },
  /** The page was not used in time, or the authorization ended before it was captured. */
  lapsed: { from: ['page_open', 'held'], to: 'expired' },
  /** The provider did not create the page, or holds something else than was accepted, or another hold includes this one. */
  failed: { from: ['page_open', 'held'], to: 'failed' },
});

export type HoldAction = ActionOf<typeof holdTransitions>;

/**
 * The complete transitions of a hold with a saved card. In `held` money is held; in `saved` the hold has lapsed and
 * the card stays saved. A requested charge is a requested action until it is done.
 */
export const cardTransitions = defineTransitions(['none', ...holdStates], {
  accepted: { from: ['none'], to: 'page_open' },
  /** The provider holds the money: on the page, on another card after a decline, or again when a lead charges. */
  placed: { from: ['page_open', 'saved', 'charge_failed'], to: 'held' },
  /** The bank ended the hold before it was captured; the card stays saved. */
  holdLapsed: { from: ['held'], to: 'saved' },
  /** A card was saved and nothing is held: the hold lapsed before it was processed. */
  saved: { from: ['page_open', 'charge_failed'], to: 'saved' },
  /** The bank declined another hold or wants its customer to confirm it. */
  declined: { from: ['held', 'saved', 'charge_failed'], to: 'charge_failed' },
  /** The provider reports the charge as paid. */
  captured: { from: ['held', 'saved', 'charge_failed'], to: 'captured' },
  /** Ended by staff; nothing was charged, nothing is held and the card is removed. */
  released: { from: ['held', 'saved', 'charge_failed'], to: 'released' },
  /** Ended in the same way by its owner, who may start again. */
  withdrawn: { from: ['held', 'saved', 'charge_failed'], to: 'withdrawn' },
  /** The page was not used in time, or the card was removed because its time was over or by request. */
  lapsed: { from: ['page_open', 'held', 'saved', 'charge_failed'], to: 'expired' },
  failed: { from: ['page_open'], to: 'failed' },
});

export type CardAction = ActionOf<typeof cardTransitions>;
