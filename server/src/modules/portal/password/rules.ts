import { totpUri } from '#lib/tokens/totp';
import { drawQr } from '#platform/sign-in';

/** The associated data of an encrypted TOTP secret. */
export const totpAad = (userId: string): string => `portal.user_passwords/${userId}`;

export const resetTtlS = 30 * 60;

/** The secret as an authenticator takes it: by its letters, as an address, or as the QR code of the address. */
export async function toAuthenticatorView(email: string, secret: string) {
  const uri = totpUri(secret, { issuer: 'Makewhole Portal', account: email });
  return { secret, uri, qr: await drawQr(uri) };
}
