import type { Language } from '#lib/languages/language';
import { normalizeEmail } from '#lib/text/email';
import type { Contacts } from '#lib/text/contacts';

export type MessageContent =
  | {
      readonly channel: 'email';
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly html: string;
      readonly language: Language;
      /** Where the recipient stops all contact, for the header of the mail. */
      readonly stopUrl?: string;
      /** The staff member who sent it, and its own text without the standard parts of an email. */
      readonly by?: string;
      readonly words?: string;
      /** Small files made by us, as base64. */
      readonly attachments?: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
    }
  | {
      readonly channel: 'text';
      readonly to: string;
      readonly text: string;
      /** The staff member who wrote it. */
      readonly by?: string;
    };

/** The recipient as normalized contacts; not every module stores addresses that way. */
export const contactsOf = ({ channel, to }: Pick<MessageContent, 'channel' | 'to'>): Contacts =>
  channel === 'email' ? { email: normalizeEmail(to), phone: undefined } : { email: undefined, phone: to };

export const messageAad = (id: string): string => `customers.messages/${id}`;
