import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import type { Said, StatedContact } from '#modules/facts';
import { toSaid } from './facts.ts';
import type { Intake } from './store.ts';

/** What the agent said about the case and the person. */
export const saidOfIntake = ({ request }: Intake): Said => ({
  ...toSaid(request),
  first_name: request.customer.first_name,
  last_name: request.customer.last_name,
  ...sentContacts(request.customer),
});

const sentContacts = ({ email, phone }: Intake['request']['customer']) => ({
  email: email === undefined ? undefined : normalizeEmail(email),
  phone: phone === undefined ? undefined : normalizePhone(phone),
});

/** What the team states; what it takes back is as submitted, unless that number was struck; the rest stays. */
export function contactsOf(
  intake: Intake,
  stated: StatedContact,
  withdrawn: readonly string[],
): Pick<Intake, 'email' | 'phone'> {
  const sent = sentContacts(intake.request.customer);
  const usable = sent.phone !== undefined && intake.struckPhones.includes(sent.phone) ? undefined : sent.phone;
  const [email, phone] = [
    withdrawn.includes('email') ? sent.email : intake.email,
    withdrawn.includes('phone') ? usable : intake.phone,
  ];
  return {
    email: stated.email === undefined ? email : (stated.email ?? undefined),
    phone: stated.phone === undefined ? phone : (stated.phone ?? undefined),
  };
}
