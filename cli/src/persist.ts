import type { CommandFailed } from './command-failed.ts';
import { toFailure } from './to-failure.ts';
import { wait } from './wait.ts';

type Persisting = {
  readonly pollMs: number;
  readonly signal: AbortSignal;
  /** Called when the server stops answering, and once more when it answers again. */
  onTrouble(failure: CommandFailed | undefined): void;
};

/** A longer Retry-After than an hour is asked about then; a timer of a month would end at once. */
const longestWaitS = 3600;

/** Calls until the server answers, no earlier than it allows; nothing when the signal ends it. Refusals are thrown. */
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

/** Said once for each time that the server does not answer. */
export const reportOutage =
  (err: (line: string) => void) =>
  (failure: CommandFailed | undefined): void =>
    err(failure === undefined ? 'The server is responding again.' : `${failure.message}\nStill trying.`);
