import type { Ctx } from '#context';
import { findInvitationById } from './store.ts';

/** Whether the link in a mail still works. */
export const isPortalInvitationOpen = async (
  ctx: Ctx,
  { subjectId }: { readonly subjectId: string },
): Promise<boolean> => (await findInvitationById(ctx.db, subjectId, ctx.clock.now())) !== undefined;
