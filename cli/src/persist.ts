import type { CommandFailed } from './command-failed.ts';
import { toFailure } from './to-failure.ts';
import { wait } from './wait.ts';

type Persisting = {
  readonly pollMs: number;
  readonly signal: AbortSignal;
  /** Called when the server stops responding, and again when it recovers. */
  onTrouble(failure: CommandFailed | undefined): void;
};

/** A longer Retry-After is retried after an hour; a timer of a month would fire immediately. */
const longestWaitS = 3600;

/**
 * Retries until the server responds, no earlier than it allows; undefined if the signal ends it. Refusals are thrown.
 */
export async function persist<T>(
  call: () => Promise<T>,
  { pollMs, signal, onTrouble }: Persisting,
): Promise<T | undefined> {
  for (let troubled = false; !signal.aborted; troubled = true) {
    try {
      const answer = await call();
      if (troubled) onTrouble(undefined);
      return answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = toFailure(error);
      if (failure.exitCode !== 4) throw failure;
      if (!troubled) onTrouble(failure);
      const allowedS = Math.min(Number(failure.facts['retry_after_s'] ?? 0), longestWaitS);
      await wait(Math.max(pollMs, allowedS * 1000), signal);
    }
  }
  return undefined;
}

/** Reports each outage once. */
export const reportOutage =
  (err: (line: string) => void) =>
  (failure: CommandFailed | undefined): void =>
    err(failure === undefined ? 'The server is responding again.' : `${failure.message}\nStill trying.`);
