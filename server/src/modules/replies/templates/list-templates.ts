import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listMessages } from '#modules/customers';
import { maskPhone } from '#lib/text/phone';
import { findTemplateState } from './find-template-state.ts';
import type { TemplateList } from './schemas.ts';
import { channelsOf, frameOf, isSent, isTrue, templateNames, titles, whyNobody } from './template-rules.ts';

/** The messages that can be sent from a case now, each as it would read: only those that are true in its state. */
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
