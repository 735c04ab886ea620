import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ClientError,
  type Configuration,
} from 'openid-client';
import type { Config } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { IdentityGateway, SignInStart } from './port.ts';

/** Somebody waits in front of a browser. */
const timeoutS = 5;
/** How long the provider's addresses and keys are cached. */
const freshMs = 3_600_000;

type OidcConfig = NonNullable<Config['oidc']>;
type Known = { readonly at: number; readonly provider: Promise<Configuration> };

const gateways = new WeakMap<OidcConfig, IdentityGateway>();

/** The configured provider; undefined when there is none. Made once, since it caches what it discovered. */
export function findIdentityGateway({ oidc }: Config): IdentityGateway | undefined {
  if (oidc === undefined) return undefined;
  const gateway = gateways.get(oidc) ?? createIdentity(oidc);
  gateways.set(oidc, gateway);
  return gateway;
}

function createIdentity(oidc: OidcConfig): IdentityGateway {
  let known: Known | undefined;
  const provider = (): Promise<Configuration> => {
    if (known === undefined || Date.now() - known.at > freshMs) {
      const cached = { at: Date.now(), provider: discover(oidc) };
      known = cached;
      // A provider that was unavailable is asked again by the next request.
      cached.provider.catch(() => {
        if (known === cached) known = undefined;
      });
    }
    return known.provider;
  };
  return {
    start: (redirectUri) => guarded(async () => startAt(await provider(), redirectUri, oidc)),
    finish: (callbackUrl, start) => guarded(async () => finishAt(await provider(), { callbackUrl, start }, oidc)),
  };
}

const discover = ({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> => {
  const url = new URL(issuer);
  // The settings allow plain http for this machine only, and never in production.
  const insecure = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  // The signature of an identity is checked too, beside the connection it came by.
  const execute = [enableNonRepudiationChecks, ...insecure];
  return discovery(url, clientId, clientSecret.reveal(), undefined, { execute, timeout: timeoutS });
};

async function startAt(provider: Configuration, redirectUri: string, { strengths }: OidcConfig) {
  const start: SignInStart = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: start.state,
    nonce: start.nonce,
    code_challenge: await calculatePKCECodeChallenge(start.verifier),
    code_challenge_method: 'S256',
    ...(strengths.length === 0 ? {} : { acr_values: strengths.join(' ') }),
  });
  return { url: url.href, start };
}

type Return = { readonly callbackUrl: string; readonly start: SignInStart };

async function finishAt(provider: Configuration, { callbackUrl, start }: Return, { strengths }: OidcConfig) {
  const { state, nonce, verifier } = start;
  const tokens = await authorizationCodeGrant(provider, new URL(callbackUrl), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new GatewayError('malformed', 'the provider sent no identity');
  // Asking for it is a wish; what counts is what the provider says that happened.
  if (strengths.length > 0 && !strengths.some((strength) => strength === claims['acr']))
    throw new GatewayError('refused', 'the provider says nothing of the strength that is wanted');
  // Some providers put the address into the ID token, others, as the standard describes, return it as user info.
  const userInfo =
    claims['email'] === undefined ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof userInfo['email'] === 'string' ? userInfo['email'] : undefined,
    emailVerified: userInfo['email_verified'] === true,
  };
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const refused = error instanceof ClientError || (error instanceof Error && 'error' in error);
    throw new GatewayError(refused ? 'refused' : 'unavailable', 'the identity provider did not confirm', {
      cause: error,
    });
  }
}
