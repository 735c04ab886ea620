import type { Ctx } from '#context';
import { findLinkReset, type ResetLink } from './find-link-reset.ts';

/** What the page behind the link shows before the password: whose it is, and from when it works. */
export async function viewReset(ctx: Ctx, link: ResetLink) {
  const { email, opens_at: opensAt } = await findLinkReset(ctx, link);
  return { email, opens_at: opensAt.toISOString(), waits: opensAt > ctx.clock.now() };
}
