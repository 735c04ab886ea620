import { ConfigError, readConfig, type Config, type Policy, type Role } from '#platform/config';

/** Settings from the environment; all their problems are printed, and the process ends. */
export function configOrExit(role: Role, policy: Partial<Policy> = {}): Config {
  try {
    return readConfig(process.env, role, { policy });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

type Stopping = {
  /** A process that has not stopped by then is stuck, or does something that others cannot wait for. */
  readonly withinMs: number;
  stop(): Promise<void>;
  /** What has not stopped yet, for the last words of a process that is stuck. */
  left(): readonly string[];
};

/** Runs `stop` once on SIGTERM or SIGINT and exits 0; a second signal, or a stop that hangs, exits 1 and says why. */
export function stopOnSignal({ withinMs, stop, left }: Stopping): void {
  let stopping = false;
  const fail = (why: string) => {
    console.error(`${why}; not stopped: ${left().join(', ')}`);
    process.exit(1);
  };
  const onSignal = () => {
    if (stopping) fail('A second signal came');
    stopping = true;
    setTimeout(() => fail(`Not stopped within ${withinMs / 1000} s`), withinMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`Stopping failed (${error instanceof Error ? error.name : typeof error})`),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
