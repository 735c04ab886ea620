import type { Ctx } from '#context';
import { findHandled } from './evidence-store.ts';

/**
 * A test call after a 409 that succeeded: about the same object, or, where the 409 named none, the same operation by the
 * same credential.
 */
export const findHandledConflict = (ctx: Ctx, institutionId: string, since: Date) =>
  findHandled(ctx.db, institutionId, since);
