import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { unauthorized } from '#platform/errors';
import { computeReceipt } from './compute-receipt.ts';
import { openLink } from './confirm-link.ts';
import { intakeNotFound } from './errors.ts';
import type { Receipt } from './schemas.ts';
import { findIntake, type Intake } from './store.ts';

/** The intake as it stands, for whoever holds its credential; an unknown id is told before a wrong credential. */
export async function getIntake(ctx: Ctx, intakeId: string): Promise<Receipt> {
  const found = await findIntake(ctx.db, intakeId);
  if (found === undefined) throw intakeNotFound();
  if (!holds(ctx.actor, found.intake)) throw unauthorized();
  const link = found.sealedLink && openLink(ctx, intakeId, found.sealedLink);
  return computeReceipt(ctx.config, found.intake, link);
}

/** Its poll token, or a key of the agent that submitted it (decision 47). */
function holds(actor: Actor, intake: Intake): boolean {
  if (actor.kind === 'poll') return actor.intakeId === intake.id;
  return actor.kind === 'agent' && actor.principalId === intake.principalId;
}
