import type { Ctx } from '#context';
import { findReplay } from './evidence-store.ts';

/** A test call whose Idempotency-Key had been sent before, answered with the response of the first one. */
export const findReplayedCall = (ctx: Ctx, institutionId: string, since: Date) =>
  findReplay(ctx.db, institutionId, since);
