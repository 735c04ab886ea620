import type { TestSettings } from '@makewhole/server/test/fixtures/test-settings.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import type { RunStack } from '#bench/instrument';
import { freePort, repositoryRoot, startApi, startWorker, waitReady, type Process } from './service.ts';

/** A process that is restarted whenever it ends, as a container platform would. */
export type Supervised = {
  /** Waits until it has started up; throws if repeated starts fail. */
  ready(): Promise<void>;
  /** kill -9; it is restarted immediately. */
  kill(): Promise<void>;
  /** Freezes the process, or continues it. */
  freeze(): void;
  thaw(): void;
  /** How often it ended without being killed, after and before it had started up. */
  readonly ends: { readonly crashes: number; readonly failedStarts: number };
  stop(): Promise<void>;
};

type Watched = {
  start(): Process;
  /** Resolves when the process has started up, rejects when it has ended before. */
  startedUp(process: Process): Promise<void>;
};

/** The minimum time between restarts of a process that cannot start. */
const restartDelayMs = 250;
/** On a busy machine a start takes many times longer. */
const startLimitMs = 120_000;

type State = { process: Process; killed: boolean; up: Promise<boolean> };

function supervise({ start, startedUp }: Watched): Supervised {
  const launch = (): State => {
    const process = start();
    const up = startedUp(process).then(
      () => true,
      () => false,
    );
    return { process, killed: false, up };
  };
  const ends = { crashes: 0, failedStarts: 0 };
  const stopping = new AbortController();
  let state = launch();

  const keepRunning = async () => {
    for (;;) {
      await state.process.exited;
      if (stopping.signal.aborted) return;
      if (!state.killed) {
        ends[(await state.up) ? 'crashes' : 'failedStarts'] += 1;
        await pause(restartDelayMs);
      }
      state = launch();
    }
  };
  const kept = keepRunning();
  return {
    async ready() {
      const deadline = performance.now() + startLimitMs;
      while (!(await isUpBy(state.up, deadline))) {
        if (performance.now() > deadline) throw new Error(`the process is not up after ${startLimitMs} ms`);
        await pause(restartDelayMs);
      }
    },
    async kill() {
      state.killed = true;
      await state.process.end('SIGKILL');
    },
    freeze: () => state.process.signal('SIGSTOP'),
    thaw: () => state.process.signal('SIGCONT'),
    ends,
    async stop() {
      stopping.abort();
      await state.process.end('SIGKILL');
      await kept;
    },
  };
}

const isUpBy = (up: Promise<boolean>, deadlineMs: number): Promise<boolean> =>
  Promise.race([up, pause(Math.max(0, deadlineMs - performance.now()), false, { ref: false })]);

type ServiceSetting = {
  readonly databaseUrl: string;
  readonly env?: TestSettings;
  /** A file of bench/src/faults that is loaded into the process. */
  readonly inject?: string | undefined;
  /** A folder for the logs. */
  readonly logs?: string | undefined;
};

/** Loads a fault into a process. */
export const importFault = (inject: string | undefined): string[] =>
  inject === undefined ? [] : ['--import', join(repositoryRoot, `bench/src/faults/${inject}.ts`)];

const toOptions = ({ databaseUrl, env = {}, inject, logs }: ServiceSetting, name: string) => ({
  databaseUrl,
  env,
  nodeArgs: importFault(inject),
  logFile: logs === undefined ? '/dev/null' : join(logs, `${name}.log`),
});

/** An api that is restarted whenever it ends, until the run is over. */
export async function superviseApi(closing: RunStack, setting: ServiceSetting) {
  const port = await freePort();
  const api = supervise({
    start: () => startApi({ ...toOptions(setting, 'api'), port }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${port}/livez`, Infinity),
  });
  return { api: closing.adopt(api, (one) => one.stop()), port };
}

/** The same for a worker. */
export async function superviseWorker(
  closing: RunStack,
  setting: ServiceSetting,
  name = 'worker',
): Promise<Supervised> {
  const metricsPort = await freePort();
  const worker = supervise({
    start: () => startWorker({ ...toOptions(setting, name), metricsPort }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${metricsPort}/metrics`, Infinity),
  });
  return closing.adopt(worker, (one) => one.stop());
}
