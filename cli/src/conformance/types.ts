// The parts of a scenario and the evidence that it judges.

/** The API that a client is for. */
export type Kind = 'agent' | 'partner';

/** What the client is asked to do, as MAKEWHOLE_TASK. */
export type Task = 'submit' | 'follow' | 'refer' | 'list' | 'receive';

/** A request of the client, as it arrived. */
export type Heard = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** As it was sent, with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly arrivedMs: number;
  /** When the response was sent; undefined if there is none yet, or if it was lost. */
  answeredMs: number | undefined;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** The outcome of a request: the service's response, another one, or none. `lost` ends the connection. */
export type Fault = (heard: Heard, service: Service) => Promise<Answer | 'lost'>;

export type Service = {
  /** Forwards to the service, with other query parameters if any are given. */
  forward(query?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The position of this request among those for this method and path, from 1. */
  readonly nth: number;
};

/** A delivery to the client's receiver, and the response to it. */
export type Delivered = { readonly name: string; readonly eventId: string; readonly status: number };

/** Everything a scenario saw of the client. */
export type Seen = {
  readonly heard: readonly Heard[];
  /** The words that the client reported, such as `case int_…`. */
  readonly reported: readonly string[];
  /** Its whole output; undefined if it was started elsewhere. */
  readonly output: string | undefined;
  readonly delivered: readonly Delivered[];
  /** Whether it was still running at the time limit. */
  readonly timedOut: boolean;
};

/** What a scenario can do in addition to listening. */
export type Stage = {
  /** Waits for the client's receiver and sends it one delivery; returns the status. */
  deliver(delivery: Delivery): Promise<number>;
  /** Waits until the client reported this, for a bounded time. */
  reported(line: string): Promise<void>;
  /** A sandbox object for events; created once per run. */
  readonly subjectId: string;
};

export type Delivery = {
  /** For the report. */
  readonly name: string;
  readonly eventId: string;
  readonly body: string;
  /** Default: signed as the service signs. */
  readonly sign?: 'well' | 'with another secret' | 'not at all' | 'ten minutes ago';
};

export type Scenario = {
  /** As `agent/lost-answer`. */
  readonly id: string;
  /** What the client has to do, as a sentence. */
  readonly checks: string;
  readonly why: string;
  /** The page about it, from the root of the site. */
  readonly page: string;
  readonly task: Task;
  /** Applies only to clients that sign their requests. */
  readonly signedOnly?: boolean;
  /** Applies only to a client started by the tool, whose output is visible. */
  readonly needsOutput?: boolean;
  /** Created anew for every run; default: everything is passed on. */
  readonly fault?: () => Fault;
  /** The number of objects that the sandbox must have for it. */
  readonly needsObjects?: number;
  readonly drive?: (stage: Stage) => Promise<void>;
  /** What the client did wrong, as sentences; empty if it passed. */
  readonly judge: (seen: Seen) => readonly string[];
};

export type Verdict = {
  readonly scenario: Scenario;
  readonly result: 'passed' | 'failed' | 'skipped';
  /** What went wrong, or why it was skipped. */
  readonly findings: readonly string[];
};

/** A client that was started for one scenario. */
export type RunningClient = {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  /** Its output so far; undefined if it was started elsewhere. */
  output(): string | undefined;
};

/** Starts the client, which reports one line at a time. */
export type StartClient = (
  env: Readonly<Record<string, string>>,
  report: (line: string) => void,
) => Promise<RunningClient>;
