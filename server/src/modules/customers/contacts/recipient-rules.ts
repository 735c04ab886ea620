import type { Contacts } from '#lib/text/contacts';
import { canonicalMailbox } from '#lib/text/email';

/** A recipient as caps count them: the mailbox, not the address. Never used to identify or contact a person. */
export const recipientName = (channel: 'email' | 'text', to: string): string =>
  channel === 'email' ? `recipient/email/${canonicalMailbox(to)}` : `recipient/phone/${to}`;

export const recipientNames = ({ email, phone }: Contacts): string[] => [
  ...(email === undefined ? [] : [recipientName('email', email)]),
  ...(phone === undefined ? [] : [recipientName('text', phone)]),
];
