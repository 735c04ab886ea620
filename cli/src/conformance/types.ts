// What a scenario is, and what it is judged by.

/** Which of the two interfaces a client is for. */
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
  /** When the answer was given; undefined while there is none, or when it was lost. */
  answeredMs: number | undefined;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** What becomes of a request: the service's answer, another one, or none. `lost` ends the connection. */
export type Fault = (heard: Heard, service: Service) => Promise<Answer | 'lost'>;

export type Service = {
  /** Asks the service, with other query parameters if any are given. */
  forward(query?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Which of the requests for this method and path it is, from 1. */
  readonly nth: number;
};

/** A delivery to the client's receiver, and how it was answered. */
export type Delivered = { readonly name: string; readonly eventId: string; readonly status: number };

/** Everything a scenario saw of the client. */
export type Seen = {
  readonly heard: readonly Heard[];
  /** The words that the client reported, such as `case int_…`. */
  readonly reported: readonly string[];
  /** All it printed; undefined when it was started elsewhere. */
  readonly output: string | undefined;
  readonly delivered: readonly Delivered[];
  /** Whether it was still running when its time was over. */
  readonly timedOut: boolean;
};

/** What a scenario can do in addition to listening. */
export type Stage = {
  /** Waits for the receiver of the client, and sends it one delivery; answers with its status. */
  deliver(delivery: Delivery): Promise<number>;
  /** Waits until the client reported this, for a bounded time. */
  reported(line: string): Promise<void>;
  /** An object of the sandbox that events can be about; made once per run. */
  readonly subjectId: string;
};

export type Delivery = {
  /** For the report. */
  readonly name: string;
  readonly eventId: string;
  readonly body: string;
  /** Default: as the service signs. */
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
  /** Only clients that sign their requests can be judged by it. */
  readonly signedOnly?: boolean;
  /** Only a client that the tool started shows what it prints. */
  readonly needsOutput?: boolean;
  /** Made anew for every run; default: everything is passed on. */
  readonly fault?: () => Fault;
  /** How many objects the sandbox must have for it. */
  readonly needsObjects?: number;
  readonly drive?: (stage: Stage) => Promise<void>;
  /** What the client did wrong, as sentences; nothing when it passed. */
  readonly judge: (seen: Seen) => readonly string[];
};

export type Verdict = {
  readonly scenario: Scenario;
  readonly result: 'passed' | 'failed' | 'skipped';
  /** What went wrong, or why it was left out. */
  readonly findings: readonly string[];
};

/** A client that was started for one scenario. */
export type RunningClient = {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  /** All it printed so far; undefined when it was started elsewhere. */
  output(): string | undefined;
};

/** Starts the client; it reports in words, one line each. */
export type StartClient = (
  env: Readonly<Record<string, string>>,
  report: (line: string) => void,
) => Promise<RunningClient>;
