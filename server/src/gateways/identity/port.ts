import type { Secret } from '#platform/config';

/** The person who signed in, according to the provider. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** When they authenticated, if the provider reports it. */
  readonly authenticatedAt?: Date | undefined;
};

/** Stored, hidden from the browser, between start and return. */
export type SignInStart = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** A provider as configured by its user. */
export type IdentityProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** The identity's `acr` must be one of these; empty: any. */
  readonly strengths: readonly string[];
  /** The identity's `amr` must contain one of these; undefined: any. */
  readonly methods?: readonly string[] | undefined;
};

/** The signature with which openid-client calls it. */
export type IdentityFetch = (
  url: string,
  options: { readonly method: string; readonly headers: Record<string, string>; readonly body?: unknown },
) => Promise<Response>;

export type IdentityGateway = {
  /** Where to send the browser. `again`: the provider must sign them in again and report when, even if it has a session. */
  start(
    redirectUri: string,
    options?: { readonly again: boolean },
  ): Promise<{ readonly url: string; readonly start: SignInStart }>;
  /** Throws a GatewayError unless the response belongs to that start and the provider confirms it. */
  finish(callbackUrl: string, start: SignInStart): Promise<Identity>;
};
