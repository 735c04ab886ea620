import type { ExitCode } from './command.ts';

/** Ends a command with a sentence for the user. The caller prints it and exits with the code. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: ExitCode;
  /** For programs, in addition to the sentence: the code of a response, the id of a request. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(exitCode: ExitCode, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.exitCode = exitCode;
    this.facts = facts;
  }
}

/** This is not a failure: the user ended the command. */
export const ended = () => new CommandFailed(130, 'Interrupted by Ctrl-C before it was done.', { code: 'aborted' });

/** When a server that rate-limited us accepts requests again. */
export const sayRetry = (retryAfterS: number | undefined): string[] =>
  retryAfterS === undefined ? [] : [`Try again in ${retryAfterS} seconds.`];

/** Wrong usage; nothing was done. */
export const wrongUse = (message: string) => new CommandFailed(2, message);
