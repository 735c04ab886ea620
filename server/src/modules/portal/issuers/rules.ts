/**
 * One for each institution. With one for all, a provider could send its visitors on to the provider of another institution:
 * they would return with that one's code, and we would hand it to the first.
 */
export const issuerCallbackPath = (institutionId: string): string => `/api/portal/v1/issuer-callback/${institutionId}`;

export const clientSecretAad = (institutionId: string): string => `portal.issuers/${institutionId}`;

/** How recently a user must have shown who they are at the provider for it to count as a fresh code. */
export const freshSignInS = 600;

/**
 * Domains at which anybody gets an address. An institution that could name one could make users of strangers' addresses.
 * The largest, after canonicalMailbox; an institution's own domain is never among them.
 */
const openDomains = new Set(
  [
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com',
    'me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.net gmx.de web.de mail.com zoho.com fastmail.com yandex.com',
    'mail.ru qq.com 163.com comcast.net att.net verizon.net cox.net sbcglobal.net bellsouth.net',
  ]
    .join(' ')
    .split(' '),
);

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Which of the domains an institution may not name: those at which none of its owners and admins has an address. */
export function foreignDomains(domains: readonly string[], addresses: readonly string[]): string[] {
  const own = new Set(addresses.map(domainOf));
  return domains.filter((domain) => openDomains.has(domain) || !own.has(domain));
}

export type SignInFacts = {
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly domains: readonly string[];
};

/** The address by which somebody may be found or made at their first sign-in; undefined when the provider's word is not enough. */
export function usableAddress({ email, emailVerified, domains }: SignInFacts): string | undefined {
  if (!emailVerified || email === undefined) return undefined;
  const address = email.toLowerCase();
  return domains.includes(domainOf(address)) ? address : undefined;
}
