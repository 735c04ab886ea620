import type { Config } from '#platform/config';
import type { Asked } from './openid.ts';
import type { IdentityFetch, IdentityGateway, IdentityProvider } from './port.ts';

type OidcConfig = NonNullable<Config['oidc']>;

const gateways = new WeakMap<OidcConfig, IdentityGateway>();

/** The configured provider; undefined when there is none. Made once, because it caches the provider's metadata. */
export function findIdentityGateway({ oidc }: Config): IdentityGateway | undefined {
  if (oidc === undefined) return undefined;
  const gateway = gateways.get(oidc) ?? createIdentity(oidc);
  gateways.set(oidc, gateway);
  return gateway;
}

/** A provider that a client chose. All its requests go through `fetch`, which must be the guard for such addresses. */
export const createIdentityGateway = (provider: IdentityProvider, fetch: IdentityFetch): IdentityGateway =>
  createIdentity({ ...provider, fetch });

/** The library is loaded by the first sign-in. */
function createIdentity(oidc: Asked): IdentityGateway {
  let opened: Promise<IdentityGateway> | undefined;
  const gateway = () => (opened ??= import('./openid.ts').then(({ createOpenid }) => createOpenid(oidc)));
  return {
    start: async (redirectUri, options) => (await gateway()).start(redirectUri, options),
    finish: async (callbackUrl, start) => (await gateway()).finish(callbackUrl, start),
  };
}
