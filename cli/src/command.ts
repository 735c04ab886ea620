/** What a command is given: nothing reads the process itself, so a test passes its own. */
export type Io = {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly readStdin: () => Promise<Buffer>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly fetch: typeof fetch;
  /** Aborted by Ctrl-C: what follows or listens ends then. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The width of the terminal; nothing when it is none. */
  readonly columns?: number | undefined;
};

/** An option: `--name <value>`, or without a value for a flag. */
export type Option = { readonly name: string; readonly about: string; readonly value?: string };

/** What was typed: positional arguments, options by name; a flag that is given is `true`. */
export type Given = {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | true | undefined>>;
  /** With --json: one JSON value per line on stdout, nothing else. */
  readonly json: boolean;
};

/** How a command is called: help and completion are made of it. Its code is loaded when it runs. */
export type Command = {
  /** As typed after `mw`, such as `events tail`. */
  readonly name: string;
  readonly about: string;
  /** Positional arguments as help shows them, such as `<file>`. */
  readonly arguments?: readonly string[];
  readonly options?: readonly Option[];
  /** Which key or token it takes, as help says it; one that needs none has none. */
  readonly credential?: string;
  /** It prints until it is ended; it has no reader once its output is closed. */
  readonly follows?: true;
  readonly load: () => Promise<(io: Io, given: Given) => Promise<ExitCode>>;
};

/**
 * 0 done; 1 the check or call found something wrong; 2 called wrongly; 3 not signed in or refused; 4 not reachable, or
 * not now; 130 ended by Ctrl-C, as shells have it.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;
