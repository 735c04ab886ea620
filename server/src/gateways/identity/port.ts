/** Who the provider says came back. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
};

/** What must be kept, out of the browser's sight, between going and coming back. */
export type SignInStart = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type IdentityGateway = {
  /** Where to send the browser. */
  start(redirectUri: string): Promise<{ readonly url: string; readonly start: SignInStart }>;
  /** Throws a GatewayError unless the answer belongs to that start and the provider stands by it. */
  finish(callbackUrl: string, start: SignInStart): Promise<Identity>;
};
