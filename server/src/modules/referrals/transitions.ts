import { defineTransitions, type ActionOf } from '#lib/states/define-transitions';
import { referralStatuses } from './schemas.ts';

/** T6: every way a referral moves, and there is no other. It comes to be as invited; `closed_at` says since when it is terminal. */
export const referralTransitions = defineTransitions(referralStatuses, {
  activate: { from: ['invited'], to: 'activated' },
  decline: { from: ['invited'], to: 'declined' },
  expire: { from: ['invited'], to: 'expired' },
  cancel: { from: ['invited'], to: 'canceled' },
  settle: { from: ['activated'], to: 'settled' },
  close: { from: ['activated', 'settled'], to: 'closed' },
});

export type ReferralAction = ActionOf<typeof referralTransitions>;
