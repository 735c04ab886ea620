import type { Tx } from '#context';
import { computeWindow, computeWindowKey, unknownWindow } from './window-rules.ts';
import type { CallContact } from '../facts.ts';
import { emailName, phoneAad, phoneName } from '../rules.ts';
import { insertWindow } from './window-store.ts';

/** A contact as the consultation's row stores it. */
export type EncryptedContact = {
  readonly windowKey: string;
  readonly sealedPhone: Buffer;
  readonly phoneHash: Buffer | null;
  readonly emailHash: Buffer | null;
};

/**
 * Encrypts the number to call and, with it, the e-mail address, by which the customer may be on the do-not-contact
 * list. Each is looked up by its fingerprint, and the calling window is stored with them.
 */
export function encryptContact(tx: Tx, id: string, contact: CallContact): EncryptedContact {
  const { phone, email } = contact;
  const window = computeWindow(contact);
  const windowKey = computeWindowKey(window);
  if (windowKey !== unknownWindow) insertWindow(tx.db, { key: windowKey, ...window });
  return {
    windowKey,
    sealedPhone: tx.vault.encrypt(email === undefined ? (phone ?? '') : `${phone ?? ''}\n${email}`, phoneAad(id)),
    phoneHash: phone === undefined ? null : tx.vault.fingerprint(phoneName(phone)),
    emailHash: email === undefined ? null : tx.vault.fingerprint(emailName(email)),
  };
}
