// A real server process with routes that stall its event loop.
import { BlockList } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '#platform/config';
import { createHttpServer } from '#platform/http';
import { sweepOnce } from '#platform/jobs';
import { createTelemetry, serveMetrics, watchStalls } from '#platform/telemetry';
import { stopOnSignal } from '../../src/entrypoints/process.ts';

const service = 'makewhole-stalling';
const telemetry = createTelemetry(service, { logLevel: 'info' } as Config);
const app = createHttpServer({ telemetry, trustedProxies: new BlockList(), team: {} as Config['team'] });

app.get('/loop', { config: { operation: 'test.loop' } }, async () => {
  const end = performance.now() + 300;
  while (performance.now() < end);
  return { done: true };
});

app.post('/match', { config: { operation: 'test.match' } }, async (request) => {
  // A real route would query the database here.
  await setImmediate();
  return { matched: matchSlowly(request.body as { text: string }) };
});

app.post('/sweep', { config: { operation: 'test.run-sweep' } }, async (request) => {
  const run = async () => Number(matchSlowly(request.body as { text: string }));
  return { handled: await sweepOnce({ name: 'test.sweep', run }, telemetry) };
});

/** Each letter doubles the time, so the last match takes about half of it on any machine. */
function matchSlowly({ text }: { text: string }): boolean {
  const end = performance.now() + 1_500;
  let tried = text;
  while (performance.now() < end) {
    if (/^(a+)+$/.test(`${tried}!`)) return true;
    tried += 'a';
  }
  return false;
}

const metrics = await serveMetrics(telemetry.metrics, { host: '127.0.0.1', port: Number(process.env['METRICS_PORT']) });
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
stopOnSignal({
  withinMs: 10_000,
  stop: async () => void (await Promise.all([app.close(), metrics?.close()])),
  left: () => ['requests'],
});
watchStalls({ service, ...telemetry });
telemetry.log.info({}, 'api.listening');
