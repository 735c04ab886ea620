// Runs in a parser thread: parses an email.
import PostalMime, { type Email } from 'postal-mime';
import { isEmail, normalizeEmail } from '#lib/text/email';
import { htmlToText } from './html-to-text.ts';
import type { ReceivedMail } from './port.ts';
import { withoutQuotes } from './quoted-text.ts';

/** Deeper or longer than mail programs write. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 262_144 };

/** More than is stored of a reply; the rest is not searched for quotes. */
const wordsBound = 20_000;

/** An email of the maximum size has 28,000 lines of base64. The library takes 18 us for each, however short. */
const linesMax = 40_000;

/** Undefined when it cannot be parsed. */
export async function parse(raw: Uint8Array): Promise<ReceivedMail | undefined> {
  if (hasTooManyLines(raw)) return undefined;
  const mail = await PostalMime.parse(raw, limits).catch(() => undefined);
  if (mail === undefined) return undefined;
  const from = mail.from?.address ?? '';
  return {
    from: isEmail(from) ? normalizeEmail(from) : undefined,
    messageId: mail.messageId?.slice(0, 200),
    subject: (mail.subject ?? '').slice(0, 200),
    words: wordsOf(mail),
    attachments: mail.attachments.length,
    isAutomatic: isAutomatic(mail),
    report: findReport(mail),
  };
}

function hasTooManyLines(raw: Uint8Array): boolean {
  let at = -1;
  for (let lines = 0; lines <= linesMax; lines += 1) {
    at = raw.indexOf(10, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Without quoted text; all of it when nothing else is left, so that a person can check it. */
function wordsOf({ text = '', html = '' }: Email): string {
  const whole = (text.trim() === '' ? htmlToText(html) : text).slice(0, wordsBound);
  const own = withoutQuotes(whole);
  return own === '' ? whole.trim() : own;
}

const headerOf = ({ headers }: Email, key: string): string =>
  headers.find((header) => header.key === key)?.value.toLowerCase() ?? '';

/** RFC 3834, and the headers of older programs. */
const isAutomatic = (mail: Email): boolean =>
  headerOf(mail, 'auto-submitted').startsWith('auto-') ||
  /^(?:bulk|junk|auto_reply)$/.test(headerOf(mail, 'precedence')) ||
  headerOf(mail, 'x-autoreply') !== '';

/** RFC 3464: a permanent delivery failure; RFC 5965: a spam complaint. A delay or a temporary failure is neither. */
function findReport(mail: Email): ReceivedMail['report'] {
  const type = headerOf(mail, 'content-type');
  const parts = mail.attachments.map(({ mimeType, content }) => ({ mimeType, text: toText(content) }));
  const textOf = (mimeType: string) => parts.find((part) => part.mimeType === mimeType)?.text;
  if (/report-type="?feedback-report/.test(type) || textOf('message/feedback-report') !== undefined)
    return /^feedback-type:\s*not-spam/im.test(textOf('message/feedback-report') ?? '') ? undefined : 'complained';
  const status = textOf('message/delivery-status') ?? '';
  return /^action:\s*failed/im.test(status) && /^status:\s*5\.\d/im.test(status) ? 'bounced' : undefined;
}

const toText = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string'
    ? content.slice(0, 65_536)
    : Buffer.from(content as ArrayBuffer).toString('utf8', 0, 65_536);
