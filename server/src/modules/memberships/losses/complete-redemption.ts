import type { Ctx } from '#context';
import { enrollmentTransitions } from '../transitions.ts';
import { closeRedemption } from './close-redemption.ts';

/** The member was helped; the enrollment is used up, and this month is the last one billed. */
export const completeRedemption = (ctx: Ctx, id: string) =>
  closeRedemption(ctx, id, ({ redemption, enrollment, now }) => ({
    redemption: { ...redemption, status: 'completed', completedAt: now },
    enrollment: { ...enrollment, status: enrollmentTransitions.table.redeem.to, redeemedAt: now, updatedAt: now },
    event: 'plan.redemption.completed',
  }));
