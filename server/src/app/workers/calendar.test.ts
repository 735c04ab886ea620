import { afterEach, describe, expect, it } from 'vitest';
import { until } from '#test/until';
import { useBilling, givenEnrollment } from '#testing/memberships';
import { watchClock, type Loop } from '#platform/jobs';
import { startWorkers } from '#app/workers';

const { harness, live, moveTo, statements } = useBilling();
const workers: Loop[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const startWorker = async (worker: string) => {
  const clock = watchClock(harness.current.ctx);
  workers.push(clock, await startWorkers({ ...harness.current.service, worker }, clock));
};

const isThere = async (table: string): Promise<boolean> => {
  const { rows } = await harness.current.ctx.db.pool.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [table],
  );
  return rows[0]?.found ?? false;
};

describe('workers that were stopped for months', () => {
  it('restarted workers issue the statements of every missed month, each once, and create the log partitions', async () => {
    const caller = await live();
    await givenEnrollment(harness.current, caller.key);
    moveTo('2027-01-24T15:00:00.000Z');
    await Promise.all([startWorker('first'), startWorker('second')]);
    await until('the statements', async () => (await statements(caller)).length >= 2);
    for (const table of ['events.events', 'webhooks.delivery_history', 'webhooks.attempts'])
      await until(`the days of ${table}`, () => isThere(`${table}_20270131`));
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    const numbers = (await statements(caller)).map(({ number }) => number);
    expect(numbers.toSorted()).toEqual(['MS-202611-0001', 'MS-202612-0001']);
    const told = await harness.current.call('GET', '/api/gap/v1/events?limit=100', { token: caller.key });
    const types = told.body.data.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'plan.statement.issued')).toHaveLength(2);
  });
});
