import type { Ctx } from '#context';
import { GatewayError } from '#platform/errors';
import { listSuppressed } from '../do-not-contact/list-suppressed.ts';
import type { MessageSource } from './message-facts.ts';
import type { ClaimedMessage } from './message-store.ts';
import { contactsOf, messageAad, type MessageContent } from './message-rules.ts';

export type MessageOutcome =
  | { readonly kind: 'sent'; readonly providerId: string | undefined }
  | { readonly kind: 'not_configured' }
  /** Its customer is on the do-not-contact list. */
  | { readonly kind: 'suppressed' }
  /** What it says is no longer true. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'refused'; readonly failure: string }
  | { readonly kind: 'unavailable'; readonly failure: string };

/**
 * Hands one message to its transport and returns the outcome. All messages leave through this function: for every
 * purpose, the do-not-contact list and the source are asked here, at the moment of sending and not when it was queued.
 */
export async function attemptMessage(
  ctx: Ctx,
  message: ClaimedMessage,
  source: MessageSource,
): Promise<MessageOutcome> {
  const { id, purpose, subject_id: subjectId, subject_version: version } = message;
  try {
    const content = JSON.parse(ctx.vault.decrypt(message.sealed_content, messageAad(id))) as MessageContent;
    const [[suppressed], isTrue] = await Promise.all([
      listSuppressed(ctx, [contactsOf(content)]),
      source.isTrue(ctx, { purpose, subjectId, subjectVersion: version ?? undefined }),
    ]);
    if (suppressed === true) return { kind: 'suppressed' };
    if (!isTrue) return { kind: 'withdrawn' };
    const gateway = content.channel === 'email' ? ctx.mail : ctx.text;
    if (!gateway.configured) return { kind: 'not_configured' };
    return { kind: 'sent', providerId: await send(ctx, id, content) };
  } catch (error) {
    // Every failure counts as an attempt, since a message that can never be sent must end as failed.
    ctx.log.warn({ err: error, message: id }, 'customers.message-not-accepted');
    if (!(error instanceof GatewayError)) return { kind: 'unavailable', failure: 'internal' };
    return { kind: error.kind === 'refused' ? 'refused' : 'unavailable', failure: describe(error) };
  }
}

/** Returns the provider's id of the message, where there is one. */
async function send(ctx: Ctx, id: string, content: MessageContent): Promise<string | undefined> {
  if (content.channel === 'text') return (await ctx.text.send({ id, ...content })).providerId;
  await ctx.mail.send({ id, ...content });
  return undefined;
}

/** For the board: the kind and the transport's own code. Its sentences may quote the address. */
const describe = (error: GatewayError): string =>
  error.responseCode === undefined ? error.kind : `${error.kind} ${error.responseCode}`;
