/** Who the provider says returned. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
};

/** What must be stored, hidden from the browser, between start and return. */
export type SignInStart = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type IdentityGateway = {
  /** Where to send the browser. */
  start(redirectUri: string): Promise<{ readonly url: string; readonly start: SignInStart }>;
  /** Throws a GatewayError unless the answer belongs to that start and the provider confirms it. */
  finish(callbackUrl: string, start: SignInStart): Promise<Identity>;
};
