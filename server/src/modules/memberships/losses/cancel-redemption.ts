import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { enrollmentTransitions } from '../transitions.ts';
import { closeRedemption } from './close-redemption.ts';
import type { Closing } from './record-closing.ts';

/** It was not a total loss after all; the vehicle is enrolled as before. */
export const cancelRedemption = (ctx: Ctx, tenant: Tenant, id: string) =>
  closeRedemption(ctx, tenant, { id, closing: toCanceled });

const toCanceled: Closing = ({ redemption, enrollment, now }) => ({
  redemption: { ...redemption, status: 'canceled' },
  enrollment: { ...enrollment, status: enrollmentTransitions.table.cancel_redemption.to, updatedAt: now },
  event: 'plan.enrollment.updated',
});
