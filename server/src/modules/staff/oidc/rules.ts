import { clearHostCookie } from '#lib/network/cookies';

/** Contains the encrypted state of the request to the identity provider, until the browser returns. */
export const oidcCookie = '__Host-makewhole-oidc';

export const oidcTtlS = 600;

export const oidcStartAad = 'access.oidc-start';

export const oidcCallbackPath = '/sign-in/oidc/callback';

export const clearOidcCookie = (): string => clearHostCookie(oidcCookie);
