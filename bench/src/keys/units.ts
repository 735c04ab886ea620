// The processes of a run, each of which can be started again with another ring.
import { setTimeout as pause } from 'node:timers/promises';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { startApi, startProcess, waitReady, type Process } from '#bench/service/service';

export type Env = Readonly<Record<string, string>>;

export type Unit = {
  process: Process;
  /** Of an api. */
  readonly base: string | undefined;
  up: boolean;
  start(ring: string): Process;
  readonly readyAt: string;
};

/** Two apis and a worker. */
export async function startUnits(closing: RunStack, env: Env, ring: string): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const role of ['api', 'api', 'worker']) {
    const port = await freePort();
    const base = role === 'api' ? `http://127.0.0.1:${port}` : undefined;
    const start = (ofRing: string) =>
      base === undefined
        ? startProcess({
            script: 'server/src/start/worker.ts',
            env: { ...env, DATA_KEY: ofRing, METRICS_PORT: String(port) },
          })
        : startApi({ databaseUrl: env['DATABASE_URL'] ?? '', port, env: { ...env, DATA_KEY: ofRing } });
    const readyAt = base === undefined ? `http://127.0.0.1:${port}/metrics` : `${base}/readyz`;
    const unit = { process: start(ring), base, up: false, start, readyAt };
    closing.adopt(unit, (one) => one.process.end('SIGKILL'));
    units.push(unit);
  }
  for (const unit of units) await waitUp(unit);
  return units;
}

async function waitUp(unit: Unit): Promise<void> {
  await waitReady(unit.process, unit.readyAt, 120_000);
  unit.up = true;
}

/** Longer than any request takes that was sent before the process was left out. */
const inFlightMs = 1000;

export async function restart(unit: Unit, ring: string): Promise<void> {
  unit.up = false;
  await pause(inFlightMs);
  await unit.process.end('SIGTERM');
  unit.process = unit.start(ring);
  await waitUp(unit);
}
