import { defineTransitions, type ActionOf } from '#lib/states/define-transitions';
import { referralStatuses } from './schemas.ts';

/** T6: every transition of a referral. It starts as invited; `closed_at` is the time at which it became terminal. */
export const referralTransitions = defineTransitions(referralStatuses, {
  activate: { from: ['invited'], to: 'activated' },
  decline: { from: ['invited'], to: 'declined' },
  expire: { from: ['invited'], to: 'expired' },
  cancel: { from: ['invited'], to: 'canceled' },
  settle: { from: ['activated'], to: 'settled' },
  close: { from: ['activated', 'settled'], to: 'closed' },
});

export type ReferralAction = ActionOf<typeof referralTransitions>;
