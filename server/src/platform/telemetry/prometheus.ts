import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';

const require = createRequire(import.meta.url);

/** Loaded at the first measurement: a command takes none, and the library with its dependencies has eighty files. */
export const prometheus = () => require('prom-client') as typeof Prometheus;
