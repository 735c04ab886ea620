import type { Ctx } from '#context';
import { GatewayError } from '#platform/errors';
import { contactsOf, messageRow, type MessageContent } from './queue-message.ts';
import { listSpared } from './list-spared.ts';
import type { MessageOwner } from './message-owners.ts';
import type { ClaimedMessage } from './store.ts';

export type MessageOutcome =
  | { readonly kind: 'sent'; readonly providerId: string | undefined }
  | { readonly kind: 'not_configured' }
  /** Its person is on the do-not-contact list. */
  | { readonly kind: 'suppressed' }
  /** What it says is no longer so. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'refused'; readonly failure: string }
  | { readonly kind: 'unavailable'; readonly failure: string };

/**
 * Hands one message to its transport and says how that went. The only way out of the house: whatever the purpose, the
 * list and the owner are asked here, at the moment of sending and not when it was queued.
 */
export async function attemptMessage(ctx: Ctx, message: ClaimedMessage, owner: MessageOwner): Promise<MessageOutcome> {
  const { id, purpose, subject_id: subjectId, subject_version: version } = message;
  try {
    const content = JSON.parse(ctx.vault.open(message.sealed_content, messageRow(id))) as MessageContent;
    const [[spared], isTrue] = await Promise.all([
      listSpared(ctx, [contactsOf(content)]),
      owner.isTrue(ctx, { purpose, subjectId, subjectVersion: version ?? undefined }),
    ]);
    if (spared === true) return { kind: 'suppressed' };
    if (!isTrue) return { kind: 'withdrawn' };
    const gateway = content.channel === 'email' ? ctx.mail : ctx.text;
    if (!gateway.configured) return { kind: 'not_configured' };
    return { kind: 'sent', providerId: await hand(ctx, id, content) };
  } catch (error) {
    // Whatever went wrong, the attempt counts: a message that can never be sent must end as failed.
    ctx.log.warn({ err: error, message: id }, 'customers.message-not-accepted');
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
