import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tools/mcp-checks/*.check.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
