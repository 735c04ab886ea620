// Another client: polls an intake twenty times a second until stopped, on a thread that nothing else keeps busy.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { poll, type Client } from './uploads.ts';

const { base, caller } = workerData as { base: string; caller: Client };
const stopped = new AbortController();
parentPort?.once('message', () => stopped.abort());

const times: number[] = [];
while (!stopped.signal.aborted) {
  times.push(await poll(base, caller));
  await pause(50);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(times);
