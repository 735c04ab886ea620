import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { linkWorks } from '../rules.ts';
import { findIntake } from '../store.ts';

/** A welcome asks for an answer, so it is sent only while the customer has not answered and its link works. */
export async function isWelcomeWanted(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const stored = await findIntake(ctx.db, subjectId, ctx.clock.now());
  return stored !== undefined && linkWorks(stored.intake.status);
}
