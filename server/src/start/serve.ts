import { createService } from '#app/composition';
import { createApi } from '#app/api';
import { startWorkers } from '#app/workers';
import { warmVinDecoder } from '#modules/vehicles';
import { beatProcess, watchClock } from '#platform/jobs';
import { serveMetrics } from '#platform/telemetry';
import type { Role } from '#platform/config';
import { awaitDatabase } from './await-database.ts';
import { configOrExit, stopOnSignal } from './process.ts';

type Part = { stop(): Promise<void> };

/** Starts the api, the worker, or both in this process, until a signal stops them. */
export async function serve(role: Exclude<Role, 'cli'>): Promise<void> {
  const config = configOrExit(role);
  const service = createService(`makewhole-${role}`, config);
  const { log, metrics } = service.telemetry;
  const parts: Part[] = [];
  const stopping = new AbortController();
  // Before anything starts, so that a signal in the middle of the start still stops what has started.
  stopOnSignal(async () => {
    log.info({ role }, 'process.stopping');
    stopping.abort();
    await Promise.all(parts.map((part) => part.stop()));
    await service.close();
    log.info({ role }, 'process.stopped');
  });
  // Not awaited: until the data is ready, intakes are accepted without it.
  void warmVinDecoder(service.ctx);
  if (role !== 'worker') {
    const { app, drain } = await createApi(service);
    await app.listen({ host: config.host, port: config.port });
    parts.push({ stop: () => drain.run(config.drainDelayMs) });
    log.info({ host: config.host, port: config.port }, 'api.listening');
  }
  // Before the workers, so that a worker that waits for its database is visible in the metrics.
  if (config.metricsPort !== undefined) {
    const server = await serveMetrics(metrics, config.host, config.metricsPort);
    parts.push({ stop: () => server.close() });
  }
  if (role === 'api') {
    parts.push(
      watchClock({ db: service.ctx.db, log, metrics }),
      beatProcess(service.worker, { db: service.ctx.db, log, metrics }),
    );
    return;
  }
  await awaitDatabase(service, stopping.signal);
  if (stopping.signal.aborted) return;
  parts.push(beatProcess(service.worker, { db: service.ctx.db, log, metrics }));
  parts.push(await startWorkers(service));
  log.info({ worker: service.worker }, 'worker.started');
}
