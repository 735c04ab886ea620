import type { Ctx } from '#context';
import { findOpenReset } from './reset-store.ts';

type ResetMessage = { readonly subjectId: string; readonly subjectVersion: string | undefined };

/** Whether the link in a mail still works. */
export async function isResetOpen(ctx: Ctx, { subjectId, subjectVersion }: ResetMessage): Promise<boolean> {
  const expiresAt = new Date(subjectVersion ?? 0);
  return (await findOpenReset(ctx.db, subjectId, { expiresAt, now: ctx.clock.now() })) !== undefined;
}
