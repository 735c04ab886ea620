import type { Ctx } from '#context';
import { findOpenSetup } from './setup-store.ts';

type SetupMessage = { readonly subjectId: string; readonly subjectVersion: string | undefined };

/** Whether the link in a mail still works: it was not used, replaced or outlived. */
export async function isSetupOpen(ctx: Ctx, { subjectId, subjectVersion }: SetupMessage): Promise<boolean> {
  const setup = await findOpenSetup(ctx.db, subjectId, ctx.clock.now());
  return setup !== undefined && setup.expires_at.toISOString() === subjectVersion;
}
