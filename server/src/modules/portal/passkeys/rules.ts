import type { Ctx } from '#context';

export const challengeTtlS = 300;

/** As many as somebody has devices; a bound, so that nobody fills the list. */
export const passkeysMax = 20;

/** EdDSA, ES256 and RS256: what every authenticator of today has one of. */
export const algorithms = [-8, -7, -257];

/** Whom authenticators take us for: the host of our public address, and nothing below or above it. */
export function relyingParty({ config }: Pick<Ctx, 'config'>): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(config.publicBaseUrl);
  return { id: hostname, origin };
}

/** The id under which an authenticator stores its owner. It opens nothing, and says nothing to whoever reads it. */
export const userHandleOf = (userId: string): string => Buffer.from(userId, 'utf8').toString('base64url');

type Counters = { readonly stored: number; readonly shown: number };

/**
 * An authenticator that counts shows a higher number each time; one that shows the same or a lower one may be a copy. Those
 * that do not count always show zero.
 */
export const isCounterPlausible = ({ stored, shown }: Counters): boolean =>
  shown > stored || (shown === 0 && stored === 0);

/** Our pages are in no frame of others; the library lets such an answer through when the browser names no top page. */
export function isFramed(response: { readonly clientDataJSON: string }): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    return typeof said !== 'object' || said === null || ('crossOrigin' in said && said.crossOrigin === true);
  } catch {
    return true;
  }
}

/** The standard's bound, which the table has too. */
export const isCredentialId = (id: Buffer): boolean => id.length >= 1 && id.length <= 1023;
