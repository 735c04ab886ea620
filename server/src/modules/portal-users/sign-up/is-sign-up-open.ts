import type { Ctx } from '#context';
import { findSignUpById } from './store.ts';

/** Whether the link in a mail still works. */
export const isSignUpOpen = async (ctx: Ctx, { subjectId }: { readonly subjectId: string }): Promise<boolean> =>
  (await findSignUpById(ctx.db, subjectId, ctx.clock.now())) !== undefined;
