import type { Ctx } from '#context';
import type { Contacts } from '#modules/customers';
import type { CallContact } from './call-window.ts';
import type { QueueRow } from './queue-store.ts';
import { phoneRow } from './rules.ts';

type Vaulted = Pick<Ctx, 'vault'>;

/** The number to call, and behind it the address by which its owner may have asked for silence. Null without a number. */
export function sealContact({ vault }: Vaulted, id: string, contact: CallContact | undefined): Buffer | null {
  if (contact?.phone === undefined) return null;
  const { phone, email } = contact;
  return vault.seal(email === undefined ? phone : `${phone}\n${email}`, phoneRow(id));
}

/** Undefined for a case without a number. */
export function openContact(
  { vault }: Vaulted,
  { id, sealed_phone: sealed }: Pick<QueueRow, 'id' | 'sealed_phone'>,
): (Contacts & { readonly phone: string }) | undefined {
  if (sealed === null) return undefined;
  const [phone = '', email] = vault.open(sealed, phoneRow(id)).split('\n');
  return { phone, email };
}
