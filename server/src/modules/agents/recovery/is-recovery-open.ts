import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { findRecovery } from './store.ts';

/** A mail with a code is worth sending while the code can be used. */
export async function isRecoveryOpen(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const row = await findRecovery(ctx.db, subjectId);
  return row !== undefined && row.used_at === null && row.expires_at > ctx.clock.now();
}
