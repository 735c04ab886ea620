import { isInAgentSandbox, type Actor } from '#actor';
import type { Ctx } from '#context';
import { unauthorized } from '#platform/errors';
import { intakeNotFound } from '../errors.ts';
import { findPolledIntake, type PolledIntake, type StoredIntake } from '../store.ts';

/** What `newTaggedId` makes; the database need not be asked about anything else. */
const idPattern = /^int_[0-9A-Za-z]{24}$/;

/** The intake, for the holder of its credential; read once, together with its token. */
export async function requireIntakeAccess(ctx: Ctx, intakeId: string): Promise<StoredIntake> {
  if (!idPattern.test(intakeId)) throw intakeNotFound();
  const polled = await findPolledIntake(ctx.db, intakeId, ctx.clock.now());
  // One of the other mode is like an unknown one, whatever the credential.
  if (polled === undefined || polled.intake.test !== isInAgentSandbox(ctx.actor)) throw intakeNotFound();
  if (!mayAccess(ctx.actor, polled)) throw unauthorized();
  return polled;
}

/** Its poll token, or a key of the agent that submitted it (D-047). Fingerprints are compared, which nobody can guess. */
function mayAccess(actor: Actor, { intake, tokenHashes }: PolledIntake): boolean {
  if (actor.kind === 'poll') return tokenHashes.some((own) => actor.tokenHashes.some((hash) => own.equals(hash)));
  return actor.kind === 'agent' && actor.principalId === intake.principalId;
}
