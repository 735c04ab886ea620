import { defineConfig, mergeConfig } from 'vite';
import board from './vite.config.ts';

/** A build of its own, so that nothing of the board is sent to partners. */
export default mergeConfig(
  board,
  defineConfig({
    base: '/portal/',
    build: { outDir: 'dist-portal', rolldownOptions: { input: 'portal.html' } },
  }),
);
