import type { Contacts } from '#lib/text/contacts';
import type { Checkout } from '../store.ts';
import { type Vaulted, checkoutAad } from './link-rules.ts';

export function decryptContacts(
  { vault }: Vaulted,
  { id, encryptedContacts, test }: Checkout,
): Contacts & { readonly test: boolean } {
  const { email, phone } = JSON.parse(
    vault.decrypt(encryptedContacts, checkoutAad(id, 'contacts')),
  ) as Partial<Contacts>;
  return { email, phone, test };
}
