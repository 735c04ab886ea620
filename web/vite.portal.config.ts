import { defineConfig, mergeConfig } from 'vite';
import board from './vite.config.ts';

/** A separate build, so that no board code is sent to partners. */
export default mergeConfig(
  board,
  defineConfig({
    base: '/portal/',
    build: { outDir: 'dist-portal', rolldownOptions: { input: 'portal.html' } },
  }),
);
