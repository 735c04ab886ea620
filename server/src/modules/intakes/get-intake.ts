import type { Ctx } from '#context';
import { unauthorized } from '#platform/errors';
import { computeReceipt } from './compute-receipt.ts';
import { openLink } from './confirm-link.ts';
import { intakeNotFound } from './errors.ts';
import type { Receipt } from './schemas.ts';
import { findIntake } from './store.ts';

/** The intake as it stands, for whoever holds its credential; an unknown id is told before a wrong credential. */
export async function getIntake(ctx: Ctx, intakeId: string): Promise<Receipt> {
  const found = await findIntake(ctx.db, intakeId);
  if (found === undefined) throw intakeNotFound();
  if (ctx.actor.kind !== 'poll' || ctx.actor.intakeId !== intakeId) throw unauthorized();
  const link = found.sealedLink && openLink(ctx, intakeId, found.sealedLink);
  return computeReceipt(ctx.config, found.intake, link);
}
