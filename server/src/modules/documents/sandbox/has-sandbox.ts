import { cacheWhenTrue } from './cache-when-true.ts';
import { sandbox } from './sandbox-data.ts';
import { runLimited } from './run-limited.ts';

const retryMs = 60_000;

/** Whether this machine allows sandboxes; containers often do not. */
export const hasSandbox = cacheWhenTrue(async () => {
  const probe = { command: 'true', args: [], cpuS: 1, wallMs: 20_000, maxBytes: 1024 };
  try {
    return (await runLimited({ ...probe, signal: new AbortController().signal }, sandbox)).ok;
  } catch {
    return false;
  }
}, retryMs);
