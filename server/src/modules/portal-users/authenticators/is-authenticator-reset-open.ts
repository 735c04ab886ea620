import type { Ctx } from '#context';
import { findAuthenticatorResetById } from '../authenticator-store.ts';

/** Whether the links in a mail still work, or will. */
export const isAuthenticatorResetOpen = async (
  ctx: Ctx,
  { subjectId }: { readonly subjectId: string },
): Promise<boolean> => (await findAuthenticatorResetById(ctx.db, subjectId, ctx.clock.now())) !== undefined;
