import { isMagic } from '#lib/api/agent-sandbox';
import type { sandboxMail } from '#modules/customers';
import type { MessageItem } from '../schemas.ts';

export const toMessageItem = (message: sandboxMail.SandboxMessage): MessageItem => ({
  id: message.id,
  purpose: message.purpose,
  channel: message.channel,
  from: message.from,
  to: message.to,
  subject: message.subject ?? null,
  refused: message.channel === 'email' && isMagic(message.to, 'undeliverable'),
  about: message.subjectId,
  created_at: message.createdAt.toISOString(),
});
