import { configDefaults, defineConfig } from 'vitest/config';
import { atNight, inTurn, leftOutToday } from './server/test/runs.ts';

/** They put spies into Node's own modules, which every file of the same process would see. */
const alone = ['server/src/gateways/egress/guard.test.ts', 'sdk/src/webhooks.test.ts'];

const leftOut = leftOutToday(atNight, inTurn, process.argv.slice(2));

export default defineConfig({
  test: {
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    // One more than CI has cores: tests wait for databases, timers and other processes. Measured 1.27 times as fast as two.
    maxWorkers: 3,
    // For what hangs: a busy machine can stand still for half a minute.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A second, if nothing is said.
    expect: { poll: { timeout: 60_000 } },
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
            'cli/**/*.test.ts',
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
