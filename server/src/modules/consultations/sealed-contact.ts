import type { Ctx, Tx } from '#context';
import type { Contacts } from '#modules/customers';
import { findWindow, keyOf, unknownWindow, type CallContact } from './call-window.ts';
import { insertWindow, type QueueRow } from './queue-store.ts';
import { emailName, phoneName, phoneRow } from './rules.ts';

type Vaulted = Pick<Ctx, 'vault'>;

/** A case's contact as its row keeps it. */
export type KeptContact = {
  readonly windowKey: string;
  readonly sealedPhone: Buffer;
  readonly phoneHash: Buffer | null;
  readonly emailHash: Buffer | null;
};

/**
 * Seals whom to call, and behind the number the address by which they may have asked for silence, each found again by its
 * fingerprint. The window of where they are is there with it.
 */
export function keepContact(tx: Tx, id: string, contact: CallContact): KeptContact {
  const { phone, email } = contact;
  const window = findWindow(contact);
  const windowKey = keyOf(window);
  if (windowKey !== unknownWindow) insertWindow(tx.db, { key: windowKey, ...window });
  return {
    windowKey,
    sealedPhone: tx.vault.seal(email === undefined ? (phone ?? '') : `${phone ?? ''}\n${email}`, phoneRow(id)),
    phoneHash: phone === undefined ? null : tx.vault.fingerprint(phoneName(phone)),
    emailHash: email === undefined ? null : tx.vault.fingerprint(emailName(email)),
  };
}

/** What a case knows of its owner; a case of the sandbox has an owner of the sandbox. */
export function openContact(
  { vault }: Vaulted,
  { id, sealed_phone: sealed, test }: Pick<QueueRow, 'id' | 'sealed_phone' | 'test'>,
): Contacts {
  const [phone = '', email = ''] = sealed === null ? [] : vault.open(sealed, phoneRow(id)).split('\n');
  return { phone: phone || undefined, email: email || undefined, test };
}
