import { ConfigError, readConfig, type Config, type Role } from '#platform/config';

/** Settings from the environment; all their problems are printed, and the process ends. */
export function configOrExit(role: Role): Config {
  try {
    return readConfig(process.env, role);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Longer than any drain; a process that has not stopped by then is stuck. */
const lastResortMs = 14_000;

/** Runs `stop` once on SIGTERM or SIGINT and exits 0; a second signal, or a stop that hangs, exits 1. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), lastResortMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
