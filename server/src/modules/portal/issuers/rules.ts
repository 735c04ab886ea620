/**
 * Each institution has its own path. With a shared path, a provider could redirect its visitors to another institution's
 * provider: they would return with that provider's code, and we would hand it to the first.
 */
export const issuerCallbackPath = (institutionId: string): string => `/api/portal/v1/issuer-callback/${institutionId}`;

export const clientSecretAad = (institutionId: string): string => `portal.issuers/${institutionId}`;

/** How recently a user must have authenticated at the provider for it to count as a fresh code. */
export const freshSignInS = 600;

/**
 * Public domains where anyone can get an address. An institution that named one could create users with other people's
 * addresses. The list has the largest, after canonicalMailbox; an institution's own domain is never among them.
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

/** The domains that an institution may not name, because its owners and admins have no address there. */
export function foreignDomains(domains: readonly string[], addresses: readonly string[]): string[] {
  const own = new Set(addresses.map(domainOf));
  return domains.filter((domain) => openDomains.has(domain) || !own.has(domain));
}

export type SignInFacts = {
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly domains: readonly string[];
};

/** The address that may be used to find or create a user at their first sign-in; undefined when the provider's claims are not enough. */
export function usableAddress({ email, emailVerified, domains }: SignInFacts): string | undefined {
  if (!emailVerified || email === undefined) return undefined;
  const address = email.toLowerCase();
  return domains.includes(domainOf(address)) ? address : undefined;
}
