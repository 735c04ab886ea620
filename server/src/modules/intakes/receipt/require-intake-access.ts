import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { unauthorized } from '#platform/errors';
import { intakeNotFound } from '../errors.ts';
import { findIntake, type Intake, type StoredIntake } from '../store.ts';

/** The intake, for the holder of its credential. */
export async function requireIntakeAccess(ctx: Ctx, intakeId: string): Promise<StoredIntake> {
  const stored = await findIntake(ctx.db, intakeId, ctx.clock.now());
  if (stored === undefined) throw intakeNotFound();
  if (!mayAccess(ctx.actor, stored.intake)) throw unauthorized();
  return stored;
}

/** Its poll token, or a key of the agent that submitted it (D-047). */
function mayAccess(actor: Actor, intake: Intake): boolean {
  if (actor.kind === 'poll') return actor.intakeId === intake.id;
  return actor.kind === 'agent' && actor.principalId === intake.principalId;
}
