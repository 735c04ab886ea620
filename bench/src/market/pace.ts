import { setTimeout as pause } from 'node:timers/promises';
import { percentile, round } from '#bench/numbers/statistics';

type Pace = { readonly perSecond: number; readonly seconds: number };

/** Of both parts that run at a rate, in seconds. */
export const durations = {
  smoke: { warmUpS: 0.5, seconds: 1 },
  quick: { warmUpS: 10, seconds: 20 },
  full: { warmUpS: 10, seconds: 60 },
};

type Timed = { readonly p50Ms: number; readonly p95Ms: number; readonly p99Ms: number; readonly maxMs: number };

/**
 * Starts `work` at a steady rate whether or not the last one has ended; times run from when each should have started,
 * so that a stall counts for everything it delays.
 */
export async function runAtRate({ perSecond, seconds }: Pace, work: (turn: number) => Promise<void>): Promise<Timed> {
  const turns = perSecond * seconds;
  const times = new Float64Array(turns);
  const under: Promise<void>[] = [];
  const time = async (turn: number, dueAt: number) => {
    await work(turn);
    times[turn] = performance.now() - dueAt;
  };
  const startedAt = performance.now();
  for (let turn = 0; turn < turns; turn += 1) {
    const dueAt = startedAt + (turn * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
    under.push(time(turn, dueAt));
  }
  await Promise.all(under);
  return timesOf(times);
}

function timesOf(times: Float64Array): Timed {
  const sorted = times.toSorted();
  const at = (share: number) => round(percentile(sorted, share), 1);
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}
