import type { Secret } from '#platform/config';

/** Who the provider says returned. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** When they showed who they are, where the provider says it. */
  readonly authenticatedAt?: Date | undefined;
};

/** What must be stored, hidden from the browser, between start and return. */
export type SignInStart = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** A provider as whoever uses it set it up. */
export type IdentityProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** One of these must be the `acr` of an identity; none: any. */
  readonly strengths: readonly string[];
  /** One of these must be among the `amr` of an identity; none: any. */
  readonly methods?: readonly string[] | undefined;
};

/** As openid-client calls it. */
export type IdentityFetch = (
  url: string,
  options: { readonly method: string; readonly headers: Record<string, string>; readonly body?: unknown },
) => Promise<Response>;

export type IdentityGateway = {
  /** Where to send the browser; `again`: the provider signs them in anew and says when, even if it remembers them. */
  start(
    redirectUri: string,
    options?: { readonly again: boolean },
  ): Promise<{ readonly url: string; readonly start: SignInStart }>;
  /** Throws a GatewayError unless the answer belongs to that start and the provider confirms it. */
  finish(callbackUrl: string, start: SignInStart): Promise<Identity>;
};
