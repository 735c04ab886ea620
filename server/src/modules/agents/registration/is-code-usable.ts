import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { decideCode } from '../rules.ts';
import { findRegistration } from '../store.ts';

/** A mail with a code is worth sending while the code would be accepted: not used, not expired, not locked. */
export async function isCodeUsable(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const row = await findRegistration(ctx.db, subjectId);
  if (row === undefined) return false;
  const state = { verified: row.principal_id !== null, expiresAt: row.code_expires_at, wrongCodes: row.wrong_codes };
  return decideCode(state, { matches: true, now: ctx.clock.now() }, ctx.config.codeMaxWrong) === 'right';
}
