import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tools/generators/*.check.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
