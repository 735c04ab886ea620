// A worker process that takes one job and never ends it; the test that started it kills it.
import { createService } from '#app/composition';
import { readConfig } from '#platform/config';
import { runScheduledJobs } from '#platform/jobs';

const service = createService('makewhole-test-hanging', readConfig(process.env, 'worker'));
await runScheduledJobs(
  [
    {
      job: { name: 'test.hang' },
      run: () => {
        process.send?.('holding');
        return new Promise<void>(() => undefined);
      },
    },
  ],
  service.ctx,
);
process.send?.('started');
