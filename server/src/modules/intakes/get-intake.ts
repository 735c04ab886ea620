import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { findCheckoutLinks, noCheckoutLinks } from '#modules/checkout';
import { hasDiscount } from '#modules/customers';
import { unauthorized } from '#platform/errors';
import { computeReceipt } from './compute-receipt.ts';
import { openLink } from './confirm-link.ts';
import { intakeNotFound } from './errors.ts';
import type { Receipt } from './schemas.ts';
import { findIntake, type FoundIntake, type Intake } from './store.ts';

/** The intake as it stands, for whoever holds its credential; an unknown id is told before a wrong credential. */
export async function getIntake(ctx: Ctx, intakeId: string): Promise<Receipt> {
  return showReceipt(ctx, await requireHeld(ctx, intakeId));
}

/** The intake, for whoever holds its credential. */
export async function requireHeld(ctx: Ctx, intakeId: string): Promise<FoundIntake> {
  const found = await findIntake(ctx.db, intakeId, ctx.clock.now());
  if (found === undefined) throw intakeNotFound();
  if (!holds(ctx.actor, found.intake)) throw unauthorized();
  return found;
}

/**
 * Checkout follows delivery, which an active consultation alone can have had (decision 37). The discount that was promised
 * is quoted for as long as the owner would get it: another of their cases may have used it (decision 35).
 */
export async function showReceipt(ctx: Ctx, { intake, sealedLink }: FoundIntake): Promise<Receipt> {
  const link = sealedLink && openLink(ctx, intake.id, sealedLink);
  const { status, consultationId, email, phone } = intake;
  const active = status === 'consultation_active' && consultationId !== undefined;
  const checkout = active ? await findCheckoutLinks(ctx, consultationId) : noCheckoutLinks;
  const discountApplied =
    intake.discountApplied && (checkout.discountUsed || (await hasDiscount(ctx, { email, phone })));
  return computeReceipt(ctx.config, { ...intake, discountApplied }, { link, checkout });
}

/** Its poll token, or a key of the agent that submitted it (decision 47). */
function holds(actor: Actor, intake: Intake): boolean {
  if (actor.kind === 'poll') return actor.intakeId === intake.id;
  return actor.kind === 'agent' && actor.principalId === intake.principalId;
}
