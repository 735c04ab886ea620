import { ConfigError, readConfig, type Config, type Policy, type Role } from '#platform/config';

/** Reads settings from the environment; prints all problems and exits if there are any. */
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
  /** The parts that have not stopped yet, for the last log line of a stuck process. */
  left(): readonly string[];
};

/** Runs `stop` once on SIGTERM or SIGINT and exits 0; a second signal, or a stop that hangs, exits 1 and logs why. */
export function stopOnSignal({ withinMs, stop, left }: Stopping): void {
  let stopping = false;
  const fail = (why: string) => {
    console.error(`${why}; not stopped: ${left().join(', ')}`);
    process.exit(1);
  };
  const onSignal = () => {
    if (stopping) fail('Received a second signal');
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
