import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { decideNumberState } from './rules.ts';
import { findByNumberLink } from './store.ts';

/** The mail is sent only while its link works and the case waits for a number. */
export async function isNumberWanted(ctx: Ctx, { subjectVersion = '' }: MessageSubject): Promise<boolean> {
  const row = await findByNumberLink(ctx.db, [Buffer.from(subjectVersion, 'hex')], ctx.clock.now());
  return decideNumberState(row) === 'asking';
}
