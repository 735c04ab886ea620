import type { Ctx } from '#context';
import { sandboxMail } from '#modules/customers';
import { messageNotFound } from '../errors.ts';
import type { Message } from '../schemas.ts';
import { requireSandbox } from './require-sandbox.ts';
import { toMessageItem } from './to-message-item.ts';

/** One message as its reader would have got it, as text. */
export async function getMailboxMessage(ctx: Ctx, id: string): Promise<Message> {
  const message = await sandboxMail.findSandboxMessage(ctx, { ...requireSandbox(ctx), id });
  if (message === undefined) throw messageNotFound();
  return { ...toMessageItem(message), text: message.text, links: [...message.links] };
}
