import type { Ctx } from '#context';
import { sandboxMail } from '#modules/customers';
import { messageNotFound } from '../errors.ts';
import type { MailboxMessage } from '../schemas.ts';
import { listObjectsOf } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { toMailboxItem } from './to-mailbox-item.ts';

/** One message as its reader would have got it, as text. */
export async function getMailboxMessage(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<MailboxMessage> {
  const message = await sandboxMail.findSandboxMessage(ctx, { accountId: tenant.institutionId, id });
  if (message === undefined) throw messageNotFound();
  const [object] = await listObjectsOf(ctx.db, tenant, [message.subjectId]);
  return {
    ...toMailboxItem(message, object?.objectId),
    text: message.text,
    links: [...message.links],
    has_html: message.html !== undefined,
  };
}
