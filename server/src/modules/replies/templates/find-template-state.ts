import type { Ctx, Tx } from '#context';
import { findCheckoutLinks } from '#modules/checkout';
import { getConsultation, listContacts } from '#modules/consultations';
import { listSuppressed } from '#modules/customers';
import { consultationNotFound } from '../errors.ts';
import type { TemplateState } from './template-rules.ts';

/** The state of a case as far as templates depend on it. */
export async function findTemplateState(ctx: Ctx | Tx, consultationId: string): Promise<TemplateState> {
  const found = (await listContacts(ctx, [consultationId])).find(({ id }) => id === consultationId);
  if (found === undefined) throw consultationNotFound();
  const { contacts, isOpen, hasStopped, language = 'en' } = found;
  const [{ calls, delivered_at: delivered }, links, suppressed] = await Promise.all([
    getConsultation(ctx, consultationId),
    findCheckoutLinks(ctx, consultationId),
    listSuppressed(ctx, [contacts]),
  ]);
  return {
    language,
    isOpen,
    hasStopped: hasStopped || suppressed.includes(true),
    test: contacts.test === true,
    email: contacts.email,
    phone: contacts.phone,
    configured: [
      ...(ctx.text.configured ? (['text'] as const) : []),
      ...(ctx.mail.configured ? (['email'] as const) : []),
    ],
    isDelivered: delivered !== null,
    lastCall: calls.at(-1),
    links,
  };
}
