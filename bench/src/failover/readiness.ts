import { setTimeout as pause } from 'node:timers/promises';

export type Readiness = {
  /** What /readyz said since the last time this was asked, and how often: `ready`, what is missing, or `nothing`. */
  take(): Record<string, number>;
  stop(): Promise<void>;
};

const everyMs = 250;
const answerLimitMs = 2000;

/** Asks as an orchestrator does. */
export function watchReadiness(base: string): Readiness {
  let said: Record<string, number> = {};
  const stopping = new AbortController();
  const asking = async () => {
    while (!stopping.signal.aborted) {
      const answer = await ask(base);
      said[answer] = (said[answer] ?? 0) + 1;
      await pause(everyMs);
    }
  };
  const asked = asking();
  return {
    take() {
      const taken = said;
      said = {};
      return taken;
    },
    async stop() {
      stopping.abort();
      await asked;
    },
  };
}

async function ask(base: string): Promise<string> {
  try {
    const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(answerLimitMs) });
    const { ok, missing } = (await response.json()) as { ok: boolean; missing: readonly string[] };
    return ok ? 'ready' : missing.join(' ');
  } catch {
    return 'nothing';
  }
}
