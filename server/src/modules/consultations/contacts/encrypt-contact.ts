import type { Tx } from '#context';
import { isDialable } from '#lib/calling/dialable';
import { computeWindow, computeWindowKey, unknownWindow } from './window-rules.ts';
import type { CallContact } from '../facts.ts';
import { linkNumber } from '../number-store.ts';
import { emailName, phoneAad, phoneName } from '../rules.ts';
import { insertWindow } from './window-store.ts';

/** A contact as the consultation's row stores it. */
export type EncryptedContact = {
  readonly windowKey: string;
  readonly sealedPhone: Buffer;
  readonly phoneHash: Buffer | null;
  readonly emailHash: Buffer | null;
};

type Whose = { readonly id: string; readonly test: boolean };

/**
 * Encrypts the number to call and the email address, by which the customer may be on the do-not-contact list. Each
 * has a fingerprint for lookups, and the calling window is stored with them.
 */
export function encryptContact(tx: Tx, { id, test }: Whose, contact: CallContact): EncryptedContact {
  const { phone, email } = contact;
  const window = computeWindow(contact);
  const windowKey = computeWindowKey(window);
  if (windowKey !== unknownWindow) insertWindow(tx.db, { key: windowKey, ...window });
  if (phone !== undefined) linkNumber(tx.db, tx.vault.fingerprints(phoneName(phone)), test);
  return {
    windowKey,
    sealedPhone: tx.vault.encrypt(email === undefined ? (phone ?? '') : `${phone ?? ''}\n${email}`, phoneAad(id)),
    // Without a fingerprint the consultation is not in the queue, because such a number is never dialed.
    phoneHash: phone === undefined || !isDialable(phone) ? null : tx.vault.fingerprint(phoneName(phone)),
    emailHash: email === undefined ? null : tx.vault.fingerprint(emailName(email)),
  };
}
