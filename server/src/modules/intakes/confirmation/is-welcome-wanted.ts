import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { findProof, linkWorks } from '../rules.ts';
import { findIntake } from '../store.ts';

/**
 * A welcome asks for an answer, so it is sent only while the customer has not answered. A yes that was only relayed is
 * no answer of theirs: without the message they might never hear of it.
 */
export async function isWelcomeWanted(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const stored = await findIntake(ctx.db, subjectId, ctx.clock.now());
  if (stored === undefined) return false;
  const { status } = stored.intake;
  return linkWorks(status) || (status === 'customer_confirmed' && findProof(stored.intake) === undefined);
}
