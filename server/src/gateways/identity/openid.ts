import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ClientError,
  type Configuration,
} from 'openid-client';
import { isEmail } from '#lib/text/email';
import { GatewayError } from '#platform/errors';
import type { IdentityFetch, IdentityGateway, IdentityProvider, SignInStart } from './port.ts';

/** A person is waiting at a browser. */
const timeoutS = 5;
/** How long the provider's addresses and keys are cached. */
const freshMs = 3_600_000;

/** A provider, and the `fetch` to reach it; without one, directly. */
export type Asked = IdentityProvider & { readonly fetch?: IdentityFetch | undefined };
type Known = { readonly at: number; readonly provider: Promise<Configuration> };

export function createOpenid(oidc: Asked): IdentityGateway {
  let known: Known | undefined;
  const provider = (): Promise<Configuration> => {
    if (known === undefined || Date.now() - known.at > freshMs) {
      const cached = { at: Date.now(), provider: discover(oidc) };
      known = cached;
      // A provider that was unavailable is tried again by the next request.
      cached.provider.catch(() => {
        if (known === cached) known = undefined;
      });
    }
    return known.provider;
  };
  return {
    start: (redirectUri, options) =>
      guarded(async () => startAt(await provider(), redirectUri, { ...oidc, ...options })),
    finish: (callbackUrl, start) => guarded(async () => finishAt(await provider(), { callbackUrl, start }, oidc)),
  };
}

const discover = ({ issuer, clientId, clientSecret, fetch }: Asked): Promise<Configuration> => {
  const url = new URL(issuer);
  // The settings allow plain http for this machine only, and never in production; for an address that a client chose it is never allowed.
  const insecure = url.protocol === 'http:' && fetch === undefined ? [allowInsecureRequests] : [];
  // Also verifies the signature of an ID token, besides the connection that it came by.
  const execute = [enableNonRepudiationChecks, ...insecure];
  return discovery(url, clientId, clientSecret.reveal(), undefined, {
    execute,
    timeout: timeoutS,
    ...(fetch === undefined ? {} : { [customFetch]: fetch }),
  });
};

type Starting = Asked & { readonly again?: boolean };

async function startAt(provider: Configuration, redirectUri: string, { strengths, fetch, again = false }: Starting) {
  const start: SignInStart = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: start.state,
    nonce: start.nonce,
    code_challenge: await calculatePKCECodeChallenge(start.verifier),
    code_challenge_method: 'S256',
    // With max_age, providers must return when they authenticated the user.
    ...(again ? { max_age: '0', prompt: 'login' } : {}),
    ...(strengths.length === 0 ? {} : { acr_values: strengths.join(' ') }),
  });
  // Addresses come from the provider; a browser is never sent to a scheme that we would not use ourselves.
  if (fetch !== undefined && url.protocol !== 'https:') throw new GatewayError('refused', 'the provider is not https');
  return { url: url.href, start };
}

type Return = { readonly callbackUrl: string; readonly start: SignInStart };

async function finishAt(provider: Configuration, { callbackUrl, start }: Return, wanted: Asked) {
  const { state, nonce, verifier } = start;
  const tokens = await authorizationCodeGrant(provider, new URL(callbackUrl), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new GatewayError('malformed', 'the provider sent no identity');
  if (!isSubject(claims.sub)) throw new GatewayError('malformed', 'the provider sent a subject that is no id');
  requireStrength(claims, wanted);
  // Some providers put the email address into the ID token; others, following the standard, return it as user info.
  const userInfo =
    claims['email'] === undefined ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: readAddress(userInfo['email']),
    emailVerified: userInfo['email_verified'] === true,
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : undefined,
  };
}

/** The maximum length in the standard, without characters that a database or a log refuses. */
const isSubject = (subject: string): boolean => /^[^\p{Cc}]{1,255}$/u.test(subject);

/** We send email to it later, so anything but a single address is ignored. */
const readAddress = (email: unknown): string | undefined =>
  typeof email === 'string' && isEmail(email) ? email : undefined;

/** Requesting a strength is only a hint; the provider's claim about what happened decides. */
function requireStrength(claims: Readonly<Record<string, unknown>>, { strengths, methods = [] }: Asked): void {
  const said: readonly unknown[] = Array.isArray(claims['amr']) ? claims['amr'] : [];
  const strong = strengths.length === 0 || strengths.some((strength) => strength === claims['acr']);
  if (!strong || (methods.length > 0 && !methods.some((method) => said.includes(method))))
    throw new GatewayError('refused', 'the provider says nothing of the strength that is wanted');
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
