import { defineTransitions } from '#lib/states/define-transitions';
import { enrollmentStatuses } from './schemas.ts';

/** T8: every transition of an enrollment; it starts as active. */
export const enrollmentTransitions = defineTransitions(enrollmentStatuses, {
  report_loss: { from: ['active'], to: 'loss_reported' },
  redeem: { from: ['loss_reported'], to: 'redeemed' },
  cancel_redemption: { from: ['loss_reported'], to: 'active' },
  cancel: { from: ['active'], to: 'canceled' },
});
