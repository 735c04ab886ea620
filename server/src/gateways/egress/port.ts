/** A POST to an address that a client chose. */
export type OutboundPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The result; a failure is an outcome here, not an error. */
export type PostOutcome = {
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** In words for people. */
  readonly cause: string;
  readonly durationMs: number;
  /** Milliseconds of the completed steps: dns, connect, tls, firstByte. */
  readonly timings: Readonly<Record<string, number>>;
  readonly address: string | undefined;
  /** The beginning of the answer. */
  readonly answer: string | undefined;
  /** When the receiver's certificate ends, if it was shown for the connection that carried this. */
  readonly certificateEndsAt?: Date | undefined;
};

/** A question to an address that a client chose, whose whole answer is wanted. */
export type OutboundAsk = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** An answer that arrived completely, whatever its status. */
export type AskedAnswer = { readonly status: number; readonly contentType: string; readonly body: string };

export type EgressGateway = {
  post(request: OutboundPost): Promise<PostOutcome>;
  /** Throws a GatewayError when there is no answer, or not all of it; redirects are not followed. */
  ask(request: OutboundAsk): Promise<AskedAnswer>;
  close(): Promise<void>;
};
