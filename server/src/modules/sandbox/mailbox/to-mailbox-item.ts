import type { sandboxMail } from '#modules/customers';
import type { MailboxItem } from '../schemas.ts';

/** A message for the list. `objectId` is the referral or enrollment that it is about, if that is still there. */
export function toMailboxItem(message: sandboxMail.SandboxMessage, objectId: string | undefined): MailboxItem {
  const { id, purpose, channel, from, to, subject, subjectId, createdAt } = message;
  return {
    id,
    object: 'sandbox.message',
    purpose,
    channel,
    from,
    to,
    subject: subject ?? null,
    about: aboutOf(subjectId, objectId),
    created_at: createdAt.toISOString(),
  };
}

function aboutOf(subjectId: string, objectId: string | undefined): MailboxItem['about'] {
  if (subjectId.startsWith('whe_')) return { id: subjectId, object: 'endpoint' };
  if (objectId === undefined) return { id: subjectId, object: 'removed' };
  return { id: objectId, object: objectId.startsWith('ref_') ? 'referral' : 'enrollment' };
}
