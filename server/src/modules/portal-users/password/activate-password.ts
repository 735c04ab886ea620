import type { Tx } from '#context';
import { newRecoveryCodes, recoveryText } from '#platform/sign-in';
import type { PreparedSetup } from './prepare-setup.ts';
import { totpAad } from './rules.ts';
import { replacePassword } from './store.ts';

/** Password and authenticator of a new user; returns the recovery codes, which are shown once. */
export function activatePassword(tx: Tx, userId: string, { passwordHash, secret, step }: PreparedSetup): string[] {
  const codes = newRecoveryCodes();
  replacePassword(
    tx.db,
    {
      ownerId: userId,
      passwordHash,
      sealedTotp: tx.vault.encrypt(secret, totpAad(userId)),
      lastStep: step,
      setAt: tx.clock.now(),
    },
    codes.map((code) => tx.vault.fingerprint(recoveryText(userId, code), 'token')),
  );
  return codes;
}
