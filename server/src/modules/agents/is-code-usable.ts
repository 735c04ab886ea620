import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { decideCode } from './rules.ts';
import { findRegistration } from './store.ts';

/** A mailed code holds as long as it would be taken: neither used nor expired nor locked by wrong ones. */
export async function isCodeUsable(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const row = await findRegistration(ctx.db, subjectId);
  if (row === undefined) return false;
  const state = { verified: row.principal_id !== null, expiresAt: row.code_expires_at, wrongCodes: row.wrong_codes };
  return decideCode(state, { matches: true, now: ctx.clock.now() }, ctx.config.codeMaxWrong) === 'right';
}
