// A worker process that takes one job and never ends it; the test that started it kills it.
import { createService } from '#app/composition';
import { readConfig } from '#platform/config';
import { everyMinute, runJobs } from '#platform/jobs';

const service = createService('makewhole-test-hanging', readConfig(process.env, 'worker'));
const hang = () => {
  process.send?.('holding');
  return new Promise<number>(() => undefined);
};
await runJobs([{ name: 'test.hang', cron: everyMinute, run: hang }], service.ctx);
