import type { Ctx } from '#context';
import { findCheckoutLinks, noCheckoutLinks } from '#modules/checkout';
import { choices } from '#modules/consultations';
import { hasDiscount, listHeldChannels } from '#modules/customers';
import { computeReceipt } from './compute-receipt.ts';
import { decryptLink } from '../confirmation/decrypt-link.ts';
import type { Receipt } from '../schemas.ts';
import type { StoredIntake } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';

/**
 * Checkout links exist only for an active consultation that was delivered (D-037). The promised discount is quoted only
 * while the customer would still get it: another of their cases may have used it (D-035).
 */
export async function buildReceipt(ctx: Ctx, { intake, encryptedLink }: StoredIntake): Promise<Receipt> {
  const link = encryptedLink && decryptLink(ctx, intake.id, encryptedLink);
  const { status, consultationId, email, phone, test } = intake;
  const active = status === 'consultation_active' && consultationId !== undefined;
  const promised = { consultationId, contacts: { email, phone, test } };
  // Asked together, so that a poll waits for the slowest of them and not for each in turn.
  const [checkout, isDiscountLeft, heldChannels, stoppedChannels] = await Promise.all([
    active ? findCheckoutLinks(ctx, consultationId) : noCheckoutLinks,
    intake.discountApplied && hasDiscount(ctx, promised),
    intake.heldChannels.length === 0 ? [] : listHeldChannels(ctx, intake.id),
    consultationId !== undefined && unfinishedStatuses.includes(status)
      ? choices.findStoppedChannels(ctx, consultationId)
      : [],
  ]);
  const discountApplied = intake.discountApplied && (checkout.discountUsed || isDiscountLeft);
  return computeReceipt(ctx.config, { ...intake, discountApplied, heldChannels }, { link, checkout, stoppedChannels });
}
