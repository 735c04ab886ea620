import type { Ctx } from '#context';
import type { SubjectContacts } from '#modules/consent';
import { phoneAad } from '../rules.ts';
import type { QueueRow } from '../store.ts';

type Vaulted = Pick<Ctx, 'vault'>;

/** The contacts of a consultation's customer, who is a test customer in a sandbox consultation. */
export function decryptContact(
  { vault }: Vaulted,
  { id, sealed_phone: sealed, test }: Pick<QueueRow, 'id' | 'sealed_phone' | 'test'>,
): SubjectContacts {
  const [phone = '', email = ''] = sealed === null ? [] : vault.decrypt(sealed, phoneAad(id)).split('\n');
  return { phone: phone || undefined, email: email || undefined, test };
}
