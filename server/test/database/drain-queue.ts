import type { ClaimedRows } from '#platform/jobs';

/** Processes a queue until nothing is due: the steps of the loop one after another, without its waits. */
export async function drainQueue<Row, Outcome>(queue: ClaimedRows<Row, Outcome>): Promise<void> {
  const worker = 'test-worker';
  for (;;) {
    const rows = await queue.claim(worker, 100);
    if (rows.length === 0) return;
    const results = await Promise.all(rows.map(async (row) => ({ row, outcome: await queue.run(row) })));
    await queue.finish(worker, results);
  }
}
