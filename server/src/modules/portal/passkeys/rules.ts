import type { Ctx } from '#context';

export const challengeTtlS = 300;

/** More devices than a person has; the bound keeps the list from being flooded. */
export const passkeysMax = 20;

/** EdDSA, ES256 and RS256: current authenticators support at least one of them. */
export const algorithms = [-8, -7, -257];

/** The identity that authenticators see: exactly the host of our public address, not a parent or subdomain. */
export function relyingParty({ config }: Pick<Ctx, 'config'>): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(config.publicBaseUrl);
  return { id: hostname, origin };
}

/** The id under which an authenticator stores its owner. It gives no access and reveals nothing. */
export const userHandleOf = (userId: string): string => Buffer.from(userId, 'utf8').toString('base64url');

type Counters = { readonly stored: number; readonly shown: number };

/**
 * An authenticator that counts shows a higher number each time; the same or a lower one may come from a copy. Authenticators
 * that do not count always show zero.
 */
export const isCounterPlausible = ({ stored, shown }: Counters): boolean =>
  shown > stored || (shown === 0 && stored === 0);

/** Our pages are never framed by other sites. The library accepts such a response if the browser names no top page. */
export function isFramed(response: { readonly clientDataJSON: string }): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    return typeof said !== 'object' || said === null || ('crossOrigin' in said && said.crossOrigin === true);
  } catch {
    return true;
  }
}

/** The bound from the standard; the table has the same one. */
export const isCredentialId = (id: Buffer): boolean => id.length >= 1 && id.length <= 1023;
