import { GatewayError } from '#platform/errors';
import { refuseWith, textLane } from '#platform/parsing';
import type { parse } from './mail-parser.ts';
import { mailBytesMax, type ReceivedMail } from './port.ts';

const inTurn = textLane.parser<typeof parse>(new URL('mail-parser.ts', import.meta.url));

/** Reads an email from an untrusted sender; an unreadable one is refused. */
export async function readMail(raw: Uint8Array): Promise<ReceivedMail> {
  if (raw.byteLength > mailBytesMax) throw new GatewayError('refused', 'the mail is too large');
  const unreadable = () => new GatewayError('malformed', 'the mail cannot be read');
  const mail = await inTurn({ owner: 'email' }, (parseMail) => parseMail(raw)).catch(refuseWith(unreadable));
  if (mail === undefined) throw unreadable();
  return mail;
}
