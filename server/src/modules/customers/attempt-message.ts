import type { Ctx } from '#context';
import { GatewayError } from '#platform/errors';
import { messageRow, type MessageContent } from './queue-message.ts';
import type { ClaimedMessage } from './store.ts';

export type MessageOutcome =
  | { readonly kind: 'sent'; readonly providerId: string | undefined }
  | { readonly kind: 'not_configured' }
  | { readonly kind: 'suppressed' }
  | { readonly kind: 'refused'; readonly failure: string }
  | { readonly kind: 'unavailable'; readonly failure: string };

/** Hands one message to its transport and says how that went. */
export async function attemptMessage(ctx: Ctx, message: ClaimedMessage): Promise<MessageOutcome> {
  if (message.spared) return { kind: 'suppressed' };
  try {
    const content = JSON.parse(ctx.vault.open(message.sealed_content, messageRow(message.id))) as MessageContent;
    const gateway = content.channel === 'email' ? ctx.mail : ctx.text;
    if (!gateway.configured) return { kind: 'not_configured' };
    return { kind: 'sent', providerId: await hand(ctx, message.id, content) };
  } catch (error) {
    // Whatever went wrong, the attempt counts: a message that can never be sent must end as failed.
    ctx.log.warn({ err: error, message: message.id }, 'customers.message-not-accepted');
    if (!(error instanceof GatewayError)) return { kind: 'unavailable', failure: 'internal' };
    return { kind: error.kind === 'refused' ? 'refused' : 'unavailable', failure: describe(error) };
  }
}

/** Gives the provider's id of the message, where there is one. */
async function hand(ctx: Ctx, id: string, content: MessageContent): Promise<string | undefined> {
  if (content.channel === 'text') return (await ctx.text.send({ id, ...content })).providerId;
  await ctx.mail.send({ id, ...content });
  return undefined;
}

/** For the board: which kind, and the transport's own number. Its sentences may quote the address. */
const describe = (error: GatewayError): string =>
  error.responseCode === undefined ? error.kind : `${error.kind} ${error.responseCode}`;
