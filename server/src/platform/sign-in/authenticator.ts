import { findStep, totpUri } from '#lib/tokens/totp';
import type { PasswordStore } from './password-store.ts';
import { recoveryText } from './rules.ts';
import type { SignInContext, SignInTx } from './sessions.ts';

/** A realm's authenticators: their secrets are bound to `totpAad`, and they list their codes under the name `issuer`. */
export type Authenticators = { readonly issuer: string; readonly totpAad: (ownerId: string) => string };

export type TypedCode = {
  readonly ownerId: string;
  /** The hash that was checked; undefined where only the code is required. */
  readonly passwordHash: string | undefined;
  readonly code: string;
};

export type ConsumedCode = 'authenticator' | 'recovery';

/**
 * Consumes an authenticator code or a recovery code, if it is valid and the password is unchanged. Returns which of the two
 * it was.
 */
export async function consumeCode(
  tx: Omit<SignInTx, 'config'>,
  realm: PasswordStore & Authenticators,
  { ownerId, passwordHash, code: typed }: TypedCode,
): Promise<ConsumedCode | undefined> {
  const locked =
    passwordHash === undefined
      ? await realm.lockAuthenticator(tx.db, ownerId)
      : await realm.lockPassword(tx.db, ownerId, passwordHash);
  if (locked === undefined) return undefined;
  const now = tx.clock.now();
  const code = typed.replace(/[\s-]/g, '');
  const secret = tx.vault.decrypt(locked.encrypted_totp, realm.totpAad(ownerId));
  const step = findStep(secret, code, { now, lastStep: Number(locked.last_step) });
  if (step !== undefined) return (await realm.consumeStep(tx.db, ownerId, step)) ? 'authenticator' : undefined;
  const hashes = tx.vault.fingerprints(recoveryText(ownerId, code), 'token');
  return (await realm.consumeRecoveryCode(tx.db, ownerId, { hashes, now })) ? 'recovery' : undefined;
}

/** The step of the first code of a new authenticator; undefined when it is wrong. */
export const findFirstStep = (ctx: Pick<SignInContext, 'clock'>, secret: string, code: string): number | undefined =>
  findStep(secret, code.replace(/\s/g, ''), { now: ctx.clock.now(), lastStep: 0 });

/** A secret in the forms that an authenticator accepts: as letters, as an address, or as the QR code of that address. */
export async function toAuthenticatorView({ issuer }: Authenticators, account: string, secret: string) {
  const uri = totpUri(secret, { issuer, account });
  return { secret, uri, qr: await drawQr(uri) };
}

/** A text as a QR code: the side of the square in modules, including its quiet border, and the dark modules as an SVG path. */
export async function drawQr(text: string): Promise<{ readonly size: number; readonly path: string }> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { ecc: 'M', boostEcc: false, border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
