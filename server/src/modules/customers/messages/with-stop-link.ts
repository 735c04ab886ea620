import type { Tx } from '#context';
import { escapeHtml } from '#lib/text/html';
import { stopUrl } from '#lib/text/stop-link';
import { type MessagePurpose, servicePurposes } from '../purpose-data.ts';
import { contactsOf, type MessageContent } from './message-rules.ts';

/** Every mail to a customer ends with a link that stops all contact, and has it in its header. */
export function withStopLink(tx: Tx, purpose: MessagePurpose, content: MessageContent): MessageContent {
  if (content.channel !== 'email' || servicePurposes.has(purpose)) return content;
  const url = stopUrl(tx, { contacts: contactsOf(content) });
  const line = `<p style="font-size:14px"><a href="${escapeHtml(url)}">No more messages or calls from us</a></p>`;
  const end = content.html.lastIndexOf('</body>');
  return {
    ...content,
    text: `${content.text.trimEnd()}\n\nNo more messages or calls from us:\n${url}\n`,
    html: end === -1 ? content.html + line : `${content.html.slice(0, end)}${line}${content.html.slice(end)}`,
    stopUrl: url,
  };
}
