import type { Ctx } from '#context';
import { enrollmentTransitions } from '../transitions.ts';
import { closeRedemption } from './close-redemption.ts';

/** It was not a total loss after all; the vehicle is enrolled as before. */
export const cancelRedemption = (ctx: Ctx, id: string) =>
  closeRedemption(ctx, id, ({ redemption, enrollment, now }) => ({
    redemption: { ...redemption, status: 'canceled' },
    enrollment: { ...enrollment, status: enrollmentTransitions.table.cancel_redemption.to, updatedAt: now },
    event: 'plan.enrollment.updated',
  }));
