import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { contactVersion } from '#lib/text/contacts';
import { lockLinkSend } from '#modules/checkout';
import { lockConsultation } from '#modules/consultations';
import { listMessages, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { customerStopped, notAnswerable } from '../errors.ts';
import { findTemplateState } from './find-template-state.ts';
import type { NewTemplateMessage } from './schemas.ts';
import { isSent, isTrue, purposes, toContent, whyNobody } from './template-rules.ts';

/**
 * A staff member writes to the owner of a case by a template, if it is true in the state of the case and was not sent
 * already. It leaves by the queue: within the hours of texts, the budgets, and not to whom wants no contact.
 */
export function sendTemplate(
  ctx: Ctx,
  consultationId: string,
  { template, channel, words }: NewTemplateMessage,
): Promise<void> {
  const { staffId: by } = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const countLink = template === 'options_ready' ? await lockLinkSend(tx, consultationId) : undefined;
    // Two who press at once send it once.
    await lockConsultation(tx, consultationId);
    const state = await findTemplateState(tx, consultationId);
    if (state.hasStopped) throw customerStopped();
    const reason = whyNobody(state);
    if (reason !== undefined) throw notAnswerable(reason);
    if (!isTrue(template, state)) throw notAnswerable('What this message says is no longer so.');
    const sent = { messages: await listMessages(tx, consultationId), now: tx.clock.now() };
    if (isSent(template, state, sent)) throw notAnswerable('This message was sent already.');
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
