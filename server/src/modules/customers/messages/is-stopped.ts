import type { Ctx } from '#context';
import { listSuppressed } from '../do-not-contact/list-suppressed.ts';
import { answersAtOnce } from '../purpose-data.ts';
import type { MessageSource, MessageSubject } from './message-facts.ts';
import { contactsOf, type MessageContent } from './message-rules.ts';

type Attempt = { readonly content: MessageContent; readonly source: MessageSource };

/**
 * Whether the recipient, or another contact of the case that the message is about, is on the do-not-contact list. Asked
 * last before sending: what begins after the commit of a stop does not leave. Nor does what is about a test, should whoever
 * queued it have forgotten to say so: the address may be anybody's.
 */
export async function isStopped(ctx: Ctx, subject: MessageSubject, { content, source }: Attempt): Promise<boolean> {
  if (answersAtOnce.has(subject.purpose)) return false;
  const ofCase = (await source.contacts?.(ctx, subject)) ?? [];
  if (ofCase.some(({ test }) => test === true)) return true;
  return (await listSuppressed(ctx, [contactsOf(content), ...ofCase])).includes(true);
}
