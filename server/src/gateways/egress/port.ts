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
  /** Milliseconds of the completed steps: dns, connect, firstByte. */
  readonly timings: Readonly<Record<string, number>>;
  readonly address: string | undefined;
  /** The beginning of the answer. */
  readonly answer: string | undefined;
};

export type EgressGateway = {
  post(request: OutboundPost): Promise<PostOutcome>;
  close(): Promise<void>;
};
