import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from './stage.ts';

/** The first retry comes after a minute, varied by up to a fifth. */
const stepS = 75;
const everyMs = 2000;

/** Advances the service's clock, so that retries are due within the run; a failure is left for the next step. */
export function startClock(stage: Stage): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const ticking = async () => {
    while (!stopping.signal.aborted) {
      await moveClock(stage, stepS);
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ticked = ticking();
  return {
    async stop() {
      stopping.abort();
      await ticked;
    },
  };
}

export async function moveClock({ call, accounts }: Stage, seconds: number): Promise<void> {
  const body = { advance_seconds: seconds };
  await call({ method: 'POST', path: '/api/staff/v1/clock', token: accounts.staffToken, body });
}
