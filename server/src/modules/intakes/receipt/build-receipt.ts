import type { Ctx } from '#context';
import { findCheckoutLinks, noCheckoutLinks } from '#modules/checkout';
import { hasDiscount, listHeldChannels } from '#modules/customers';
import { computeReceipt } from './compute-receipt.ts';
import { decryptLink } from '../confirmation/decrypt-link.ts';
import type { Receipt } from '../schemas.ts';
import type { StoredIntake } from '../store.ts';

/**
 * Checkout links exist only for an active consultation that was delivered (D-037). The promised discount is quoted only
 * while the customer would still get it: another of their cases may have used it (D-035).
 */
export async function buildReceipt(ctx: Ctx, { intake, encryptedLink }: StoredIntake): Promise<Receipt> {
  const link = encryptedLink && decryptLink(ctx, intake.id, encryptedLink);
  const { status, consultationId, email, phone, test } = intake;
  const active = status === 'consultation_active' && consultationId !== undefined;
  const checkout = active ? await findCheckoutLinks(ctx, consultationId) : noCheckoutLinks;
  const promised = { consultationId, contacts: { email, phone, test } };
  const discountApplied = intake.discountApplied && (checkout.discountUsed || (await hasDiscount(ctx, promised)));
  const heldChannels = intake.heldChannels.length === 0 ? [] : await listHeldChannels(ctx, intake.id);
  return computeReceipt(ctx.config, { ...intake, discountApplied, heldChannels }, { link, checkout });
}
