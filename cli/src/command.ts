/** The input of a command: commands never read the process itself, so a test passes its own. */
export type Io = {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly readStdin: () => Promise<Buffer>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly fetch: typeof fetch;
  /** Aborted by Ctrl-C, which ends commands that follow or listen. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The width of the terminal; undefined if the output is not a terminal. */
  readonly columns?: number | undefined;
};

/** An option: `--name <value>`, or without a value for a flag. */
export type Option = { readonly name: string; readonly about: string; readonly value?: string };

/** The typed words: positional arguments, and options by name; a flag that is given is `true`. */
export type Given = {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | true | undefined>>;
  /** With --json: one JSON value per line on stdout, nothing else. */
  readonly json: boolean;
};

/** The usage of a command, from which help and completion are made. Its code is loaded when it runs. */
export type Command = {
  /** As typed after `mw`, such as `events tail`. */
  readonly name: string;
  readonly about: string;
  /** Positional arguments as help shows them, such as `<file>`. */
  readonly arguments?: readonly string[];
  readonly options?: readonly Option[];
  /** The key or token it takes, as help describes it; undefined if it needs none. */
  readonly credential?: string;
  /** It prints until it is ended; closing its output ends it too. */
  readonly follows?: true;
  readonly load: () => Promise<(io: Io, given: Given) => Promise<ExitCode>>;
};

/**
 * 0 done; 1 the check or call found a problem; 2 wrong usage; 3 not signed in or refused; 4 not reachable, or
 * not available now; 130 ended by Ctrl-C, as in shells.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;
