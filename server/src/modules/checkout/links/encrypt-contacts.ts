import type { Contacts } from '#lib/text/contacts';
import { type Vaulted, checkoutAad } from './link-rules.ts';

export const encryptContacts = ({ vault }: Vaulted, checkoutId: string, { email, phone }: Contacts): Buffer =>
  vault.encrypt(JSON.stringify({ email, phone }), checkoutAad(checkoutId, 'contacts'));
