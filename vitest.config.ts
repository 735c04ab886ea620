import { configDefaults, defineConfig } from 'vitest/config';
import { isNightly } from './server/test/runs.ts';

/** They put spies into Node's own modules, which every file of the same process would see. */
const alone = ['server/src/gateways/egress/guard.test.ts', 'sdk/src/webhooks.test.ts'];

/** They start many processes, or wait for what dies, and take minutes of a core; they run with NIGHTLY=1 alone. */
const atNight = [
  'server/src/gateways/objects/s3-lock.test.ts',
  'server/src/modules/partner-credentials/uploads/compose-verify-calls.test.ts',
  'server/src/modules/webhooks/dispatch/followed-shards.test.ts',
  'server/src/platform/db/silence.test.ts',
  'server/src/start/demo/retired-key.test.ts',
  'server/src/start/wrong-clock.test.ts',
  'server/test/flows/a-year-of-cases.test.ts',
  'server/test/flows/appraisal-kills.test.ts',
  'server/test/flows/checkout-kills.test.ts',
  'server/test/flows/documents-in-a-bucket.test.ts',
  'server/test/flows/drain.test.ts',
  'server/test/import-rules.test.ts',
];
const leftOut = isNightly ? [] : atNight;

export default defineConfig({
  test: {
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    // One more than CI has cores: tests wait for databases, timers and other processes. Measured 1.27 times as fast as two.
    maxWorkers: 3,
    // For what hangs: a busy machine can stand still for half a minute.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    reporters: ['default', ['json', { outputFile: '.results/tests.json' }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: [
            'server/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
            'sdk/**/*.test.ts',
            'web/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...alone, ...leftOut],
          // A process keeps its modules from file to file: starting anew cost more than half of the time of all tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
