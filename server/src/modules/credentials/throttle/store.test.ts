import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { usedMb } from '#test/processes/memory';
import { runs } from '#test/runs';
import { partnerProblem } from '../partner-credentials/errors.ts';
import { purgeFailures, throttleFailure } from './throttle.ts';

const harness = useHarness({ LOG_LEVEL: 'silent' });

/** IPv6 networks, because there are plenty of them. */
const addressOf = (index: number): string =>
  `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`;

const countCallers = async (): Promise<number> => {
  const { rows } = await harness.current.ctx.db.pool.query('select count(*)::int as n from credentials.failed_callers');
  return rows[0].n;
};

const refusal = partnerProblem('key_unknown', 'This bearer key is not known.');

/** Each of these addresses fails once; forty at a time, as real clients arrive. */
async function failFrom(first: number, count: number): Promise<void> {
  let next = first;
  const failOneByOne = async () => {
    while (next < first + count) {
      const address = addressOf(next);
      next += 1;
      if ((await throttleFailure(harness.current.ctx, address, refusal)) !== refusal) throw new Error(address);
    }
  };
  await Promise.all(Array.from({ length: 40 }, failOneByOne));
}

/** Works like the sweep: batch after batch until one is not full. */
async function sweep(): Promise<void> {
  while ((await purgeFailures(harness.current.ctx, 500)) === 500);
}

it('failures from ever new addresses create rows that are deleted again, and use no process memory', async () => {
  const rounds = 10;
  const perRound = runs({ always: 250, nightly: 100_000 });
  // Connections, statements and compiled code exist after the first failures.
  await failFrom(10_000_000, 500);
  const before = usedMb('heapUsed');
  const rows = [];
  for (let round = 0; round < rounds; round += 1) {
    await failFrom(round * perRound, perRound);
    rows.push(await countCallers());
    harness.current.clock.advance(30);
    await sweep();
  }
  // Three rounds: two within the minute that counts, one between two sweeps.
  expect(Math.max(...rows)).toBeLessThanOrEqual(3 * perRound + 500);
  expect(usedMb('heapUsed') - before).toBeLessThan(8);
  harness.current.clock.advance(60);
  await sweep();
  expect(await countCallers()).toBe(0);
}, 1_800_000);
