import type { Ctx } from '#context';
import type { Language } from '#lib/languages/language';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { choices } from '#modules/consultations';
import { renewLink } from './renew-link.ts';

type RequestLink = {
  /** As somebody typed them. */
  readonly number: string;
  readonly contact: string;
  readonly language: Language;
};

/** Sends a link to whoever knows the number of a case and one of its contacts; otherwise it does nothing, and says neither. */
export async function requestLink(ctx: Ctx, { number, contact, language }: RequestLink): Promise<void> {
  const consultationId = await choices.findConsultationId(ctx, number.trim().toUpperCase());
  const standing = consultationId === undefined ? undefined : await choices.findStanding(ctx, consultationId);
  if (standing === undefined) return;
  const [email, phone] = [normalizeEmail(contact.trim()), normalizePhone(contact)];
  const { contacts } = standing;
  const isEmail = contacts.email !== undefined && contacts.email === email;
  const isPhone = contacts.phone !== undefined && contacts.phone === phone;
  if (!isEmail && !isPhone) return;
  await renewLink(ctx, {
    consultationId: standing.id,
    language,
    isFor: (one) => (isEmail ? one.email !== undefined : one.phone !== undefined),
  });
}
