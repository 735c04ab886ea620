import { defineTransitions, type ActionOf } from '#lib/states/define-transitions';

export const holdStates = ['page_open', 'held', 'captured', 'released', 'expired', 'failed'] as const;

export type HoldState = (typeof holdStates)[number];

/** Every way a hold moves, and there is no other. `none` is a product nobody accepted terms for. */
export const holdTransitions = defineTransitions(['none', ...holdStates], {
  /** The customer accepted the terms. */
  accepted: { from: ['none'], to: 'page_open' },
  /** The provider reports the money as held. */
  placed: { from: ['page_open'], to: 'held' },
  captured: { from: ['held'], to: 'captured' },
  released: { from: ['held'], to: 'released' },
  /** The page was not used in time, or the authorization ended before it was captured. */
  lapsed: { from: ['page_open', 'held'], to: 'expired' },
  /**
   * The provider did not create the page, or holds something else than was accepted, or another hold includes this one.
   */
  failed: { from: ['page_open', 'held'], to: 'failed' },
});

export type HoldAction = ActionOf<typeof holdTransitions>;
