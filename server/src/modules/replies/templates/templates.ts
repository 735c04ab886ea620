import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { contactVersion, hasContactVersion } from '#lib/text/contacts';
import { maskPhone } from '#lib/text/phone';
import { findCheckoutLinks, lockLinkSend } from '#modules/checkout';
import { getConsultation, listContacts, lockConsultation } from '#modules/consultations';
import { listMessages, listSuppressed, queueMessage, type MessageSubject } from '#modules/customers';
import { transact } from '#platform/db';
import { consultationNotFound, customerStopped, notAnswerable } from '../errors.ts';
import type { NewTemplateMessage, TemplateList } from './schemas.ts';
import {
  channelsOf,
  frameOf,
  isSent,
  isTrue,
  purposes,
  templateNames,
  titles,
  toContent,
  whyNobody,
  type TemplateState,
} from './template-rules.ts';

/** The state of a case as far as templates depend on it. */
async function findTemplateState(ctx: Ctx | Tx, consultationId: string): Promise<TemplateState> {
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

/**
 * A message from a template is sent only while the case is open, its owner has not stopped contact, the contact is
 * still theirs, and its statement is true: a customer who was reached since is not told otherwise.
 */
export async function isTemplateWanted(
  ctx: Ctx,
  { purpose, subjectId, subjectVersion }: MessageSubject,
): Promise<boolean> {
  const name = templateNames.find((one) => purposes[one] === purpose);
  const state = await findTemplateState(ctx, subjectId);
  const { email, phone, test } = state;
  const isCurrent = subjectVersion === undefined || hasContactVersion(ctx, { email, phone, test }, subjectVersion);
  return name !== undefined && isCurrent && whyNobody(state) === undefined && isTrue(name, state);
}

/** The messages that can be sent from a case now, with their full text: only those that are true in its state. */
export async function listTemplates(ctx: Ctx, consultationId: string): Promise<TemplateList> {
  requireStaff(ctx.actor);
  const state = await findTemplateState(ctx, consultationId);
  const reason = whyNobody(state);
  const sent = { messages: await listMessages(ctx, consultationId), now: ctx.clock.now() };
  const fitting = reason === undefined ? templateNames.filter((name) => isTrue(name, state)) : [];
  return {
    object: 'list',
    reason: reason ?? null,
    data: fitting.map((name) => ({
      template: name,
      title: titles[name],
      sent: isSent(name, state, sent),
      channels: channelsOf(state).map((channel) => ({
        channel,
        to: channel === 'text' ? maskPhone(state.phone ?? '') : (state.email ?? ''),
        ...frameOf(name, state, { channel, team: ctx.config.team }),
      })),
    })),
  };
}

/**
 * A staff member messages the owner of a case with a template, if it is true in the state of the case and was not
 * already sent. It goes through the queue, so texting hours, budgets and the do-not-contact list apply.
 */
export function sendTemplate(
  ctx: Ctx,
  consultationId: string,
  { template, channel, words }: NewTemplateMessage,
): Promise<void> {
  const { staffId: by } = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const countLink = template === 'options_ready' ? await lockLinkSend(tx, consultationId) : undefined;
    // Two concurrent requests send it once.
    await lockConsultation(tx, consultationId);
    const state = await findTemplateState(tx, consultationId);
    if (state.hasStopped) throw customerStopped();
    const reason = whyNobody(state);
    if (reason !== undefined) throw notAnswerable(reason);
    if (!isTrue(template, state)) throw notAnswerable('This message is no longer true.');
    const sent = { messages: await listMessages(tx, consultationId), now: tx.clock.now() };
    if (isSent(template, state, sent)) throw notAnswerable('This message was already sent.');
    const to = channel === 'text' ? state.phone : state.email;
    if (!state.configured.includes(channel))
      throw notAnswerable(`Nothing can be sent by ${channel}: it is not set up.`);
    if (to === undefined) throw notAnswerable(`This case has no ${channel === 'text' ? 'number' : 'address'}.`);
    countLink?.();
    const contact = channel === 'text' ? { phone: to, email: undefined } : { phone: undefined, email: to };
    const version = contactVersion(tx, contact);
    queueMessage(tx, {
      purpose: purposes[template],
      subjectId: consultationId,
      ...(version === undefined ? {} : { subjectVersion: version }),
      content: toContent(template, state, { channel, team: tx.config.team, consultationId, to, by, words }),
    });
  });
}
