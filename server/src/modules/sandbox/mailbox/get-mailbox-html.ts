import type { Ctx } from '#context';
import { sandboxMail } from '#modules/customers';
import { messageNotFound } from '../errors.ts';
import type { SandboxTenant } from '../tenant-rules.ts';

/** A mail as it looks; texts have no such form. */
export async function getMailboxHtml(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<string> {
  const message = await sandboxMail.findSandboxMessage(ctx, { accountId: tenant.institutionId, id });
  if (message?.html === undefined) throw messageNotFound();
  return message.html;
}
