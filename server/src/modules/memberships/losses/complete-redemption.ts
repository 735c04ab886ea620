import type { Ctx } from '#context';
import { closeRedemption } from './close-redemption.ts';
import { toCompleted } from './closing-rules.ts';

/** The member was helped; the enrollment is used up, and this month is the last one billed. */
export const completeRedemption = (ctx: Ctx, id: string) => closeRedemption(ctx, id, toCompleted);
