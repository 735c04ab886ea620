import { randomBytes } from 'node:crypto';
import { textReplyPath } from '#gateways/text';
import { callBack, type TextHarness } from '#test/doubles/twilio';
import type { Answer } from '#test/harness';

/** An id as the provider gives each message. */
export const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

/** Replies to one of our texts; `changes` modify the provider's data. */
export const replyByText = (
  parts: TextHarness,
  phone: string,
  { words, ...changes }: { readonly words: string; readonly [field: string]: string },
): Promise<Answer> =>
  callBack(parts, {
    path: textReplyPath,
    form: { From: phone, To: '+14155550100', Body: words, MessageSid: newSid(), NumMedia: '0', ...changes },
  });
