import type { Ctx } from '#context';
import { findOpenChange } from './store.ts';

/** Whether the link in a mail still confirms something: it was not used, replaced or outlived. */
export const isContactChangeOpen = async (ctx: Ctx, { subjectId }: { readonly subjectId: string }): Promise<boolean> =>
  (await findOpenChange(ctx.db, subjectId, ctx.clock.now())) !== undefined;
