import { setTimeout as pause } from 'node:timers/promises';

export type Readiness = {
  /** Waits until exactly this is said to be missing. */
  until(missing: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

const everyMs = 100;
const limitMs = 60_000;

/** Asks an api all the time what it is missing, as a load balancer would, only more often. */
export function watchReadiness(port: number): Readiness {
  const stopping = new AbortController();
  let said: string | undefined;
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      said = await ask(port);
      await pause(everyMs);
    }
  })();
  return {
    async until(missing) {
      const deadline = performance.now() + limitMs;
      while (said !== missing.join()) {
        if (performance.now() > deadline) throw new Error(`/readyz never said: ${missing.join() || 'ready'}`);
        await pause(20);
      }
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

async function ask(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) });
    const { missing } = (await response.json()) as { missing: readonly string[] };
    return missing.join();
  } catch {
    return undefined;
  }
}
