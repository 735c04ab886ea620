/** A POST to an address that a client chose. */
export type OutboundPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The result; a failure is an outcome here, not an error. */
export type PostOutcome = {
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** The cause in words, for people. */
  readonly cause: string;
  readonly durationMs: number;
  /** Milliseconds of the completed steps: dns, connect, tls, firstByte. */
  readonly timings: Readonly<Record<string, number>>;
  readonly address: string | undefined;
  /** The beginning of the response. */
  readonly answer: string | undefined;
  /** When the receiver's certificate expires, if it was shown for this connection. */
  readonly certificateEndsAt?: Date | undefined;
};

/** A request to an address that a client chose, whose complete response is needed. */
export type OutboundAsk = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** A response that arrived completely, whatever its status. */
export type AskedAnswer = { readonly status: number; readonly contentType: string; readonly body: string };

export type EgressGateway = {
  post(request: OutboundPost): Promise<PostOutcome>;
  /** Throws a GatewayError when there is no response, or an incomplete one; redirects are not followed. */
  ask(request: OutboundAsk): Promise<AskedAnswer>;
  close(): Promise<void>;
};
