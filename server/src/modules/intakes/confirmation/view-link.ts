import type { Ctx } from '#context';
import { decideLinkState, type LinkState } from './rules.ts';
import { findIntakeByLink, type Intake } from '../store.ts';

/** The intake behind a link and its state; viewing changes nothing. */
export async function viewLink(ctx: Ctx, token: string): Promise<{ state: LinkState; intake: Intake | undefined }> {
  const stored = await findIntakeByLink(ctx.db, ctx.vault.fingerprints(token), ctx.clock.now());
  return { state: decideLinkState(stored?.intake), intake: stored?.intake };
}
