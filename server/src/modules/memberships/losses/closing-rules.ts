import { enrollmentTransitions } from '../transitions.ts';
import type { Closing } from './record-closing.ts';

/** T8: the enrollment is used up. */
export const toCompleted: Closing = ({ redemption, enrollment, now }) => ({
  redemption: { ...redemption, status: 'completed', completedAt: now },
  enrollment: { ...enrollment, status: enrollmentTransitions.table.redeem.to, redeemedAt: now, updatedAt: now },
  event: 'plan.redemption.completed',
});
