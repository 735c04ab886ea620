import { exitCodeOf } from './call-server.ts';
import { CommandFailed, ended, sayRetry } from './command-failed.ts';
import { cleanText } from './print.ts';

/** Errors from the library, recognized by name, so that printing a sentence does not load the library. */
type Called = Error & {
  readonly code: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly page?: string;
  readonly retryAfterS?: number;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};

/** Every error as a sentence and an exit code. */
export function toFailure(error: unknown): CommandFailed {
  if (error instanceof CommandFailed) return error;
  if (isCalled(error)) return fromCall(error);
  if (error instanceof Error && error.name === 'CannotSign') return new CommandFailed(1, error.message);
  const message = error instanceof Error ? error.message : String(error);
  return new CommandFailed(1, `Failed: ${cleanText(message)}`);
}

const isCalled = (error: unknown): error is Called =>
  error instanceof Error && error.name === 'MakewholeError' && 'code' in error;

/** The call did not arrive, or another program answered it. */
const unreached = ['connection_failed', 'timeout', 'unexpected_answer'];

function fromCall({ code, status, message, requestId, page, retryAfterS, issues = [] }: Called): CommandFailed {
  if (code === 'aborted') return ended();
  const lines = [
    `${cleanText(message)} (${[cleanText(code), status].filter((part) => part !== undefined).join(', ')})`,
    ...(requestId === undefined ? [] : [`Request: ${cleanText(requestId)}`]),
    ...(page === undefined ? [] : [`See: ${cleanText(page)}`]),
    ...sayRetry(retryAfterS),
  ];
  const shown = issues.length > 0 ? issues : undefined;
  const facts = { code, status, request_id: requestId, retry_after_s: retryAfterS, issues: shown };
  const exitCode = unreached.includes(code) ? 4 : exitCodeOf(status ?? 0);
  return new CommandFailed(exitCode, lines.join('\n'), facts);
}
