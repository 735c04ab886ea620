import { isRefusedMail } from '#lib/api/agent-sandbox';
import type { sandboxMail } from '#modules/customers';
import type { MessageItem } from '../schemas.ts';

export const toMessageItem = (message: sandboxMail.SandboxMessage): MessageItem => ({
  id: message.id,
  purpose: message.purpose,
  channel: message.channel,
  from: message.from,
  to: message.to,
  subject: message.subject ?? null,
  refused: isRefusedMail(message),
  about: message.subjectId,
  created_at: message.createdAt.toISOString(),
});
