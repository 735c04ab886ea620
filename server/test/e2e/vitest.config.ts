import { configDefaults, defineConfig } from 'vitest/config';
import { inTurnInBrowser, leftOutToday } from '../runs.ts';

export default defineConfig({
  test: {
    include: ['server/test/e2e/**/*.e2e.ts'],
    exclude: [...configDefaults.exclude, ...leftOutToday([], inTurnInBrowser, process.argv.slice(2))],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A process keeps its modules and its browser from file to file; each file has its own service and database.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // The default of a second is shorter than a busy machine can stall.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', ['json', { outputFile: '.results/e2e.json' }]],
  },
});
