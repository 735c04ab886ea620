import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';

const require = createRequire(import.meta.url);

/** Loaded by the first who measures something: a command does not, and with what it needs the library has eighty files. */
export const prometheus = () => require('prom-client') as typeof Prometheus;
