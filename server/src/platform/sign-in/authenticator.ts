import { findStep } from '#lib/tokens/totp';
import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';
import type { TxDb } from '#platform/db';
import { recoveryText } from './code-rules.ts';
import type { PasswordStore } from './password-store.ts';

type CodeTx = { readonly db: TxDb; readonly vault: Vault; readonly clock: Clock };

export type TypedCode = {
  readonly ownerId: string;
  /** As it was checked; undefined where the code alone is asked for. */
  readonly passwordHash: string | undefined;
  readonly code: string;
};

export type ConsumedCode = 'authenticator' | 'recovery';

/**
 * Consumes a code of the authenticator or a recovery code, if it is valid and the password is still the same; says which
 * it was. `totpAad` is what the account's secret is bound to.
 */
export async function consumeCode(
  tx: CodeTx,
  { store, totpAad }: { readonly store: PasswordStore; readonly totpAad: (ownerId: string) => string },
  { ownerId, passwordHash, code: typed }: TypedCode,
): Promise<ConsumedCode | undefined> {
  const locked =
    passwordHash === undefined
      ? await store.lockAuthenticator(tx.db, ownerId)
      : await store.lockPassword(tx.db, ownerId, passwordHash);
  if (locked === undefined) return undefined;
  const now = tx.clock.now();
  const code = typed.replace(/[\s-]/g, '');
  const secret = tx.vault.decrypt(locked.encrypted_totp, totpAad(ownerId));
  const step = findStep(secret, code, { now, lastStep: Number(locked.last_step) });
  if (step !== undefined) return (await store.consumeStep(tx.db, ownerId, step)) ? 'authenticator' : undefined;
  const hashes = tx.vault.fingerprints(recoveryText(ownerId, code), 'token');
  return (await store.consumeRecoveryCode(tx.db, ownerId, { hashes, now })) ? 'recovery' : undefined;
}

/** A text as a QR code: the side of the square in modules, with its quiet border, and the dark ones as a path of SVG. */
export async function drawQr(text: string): Promise<{ readonly size: number; readonly path: string }> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { ecc: 'M', boostEcc: false, border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
