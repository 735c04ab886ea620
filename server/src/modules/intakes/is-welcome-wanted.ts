import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { linkWorks } from './rules.ts';
import { findIntake } from './store.ts';

/** A welcome asks for a yes: it holds as long as the customer has not answered and its link works. */
export async function isWelcomeWanted(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const found = await findIntake(ctx.db, subjectId, ctx.clock.now());
  return found !== undefined && linkWorks(found.intake.status);
}
