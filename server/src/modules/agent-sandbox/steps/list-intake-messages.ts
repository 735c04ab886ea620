import type { Ctx } from '#context';
import { isRefusedMail } from '#lib/api/agent-sandbox';
import { listHoldIds } from '#modules/checkout';
import { sandboxMail } from '#modules/customers';
import { sandboxIntakes } from '#modules/intakes';
import type { MessageList } from '../schemas.ts';

/** More than one intake causes. */
const messagesMax = 50;

/** What would have been sent about an intake of the sandbox, newest first. */
export async function listIntakeMessages(ctx: Ctx, intakeId: string): Promise<MessageList> {
  const { id, consultationId } = await sandboxIntakes.findTestIntake(ctx, intakeId);
  const consultationIds = consultationId === undefined ? [] : [consultationId];
  const subjectIds = [id, ...consultationIds, ...(await listHoldIds(ctx, consultationIds))];
  const messages = await sandboxMail.listMessagesAbout(ctx, { subjectIds, limit: messagesMax });
  return {
    intake_id: id,
    messages: messages.map((message) => ({
      id: message.id,
      channel: message.channel,
      to: message.to,
      subject: message.subject ?? null,
      refused: isRefusedMail(message),
      text: message.text,
      links: [...message.links],
      created_at: message.createdAt.toISOString(),
    })),
  };
}
