import { createService, type Service } from '#app/composition';
import { warmVinDecoder } from '#modules/vehicles';
import { beatProcess, watchClock, type ClockWatch, type Loop, pause } from '#platform/jobs';
import { storeAssets } from '#platform/http';
import { serveMetrics, watchStalls, type Logger } from '#platform/telemetry';
import type { Policy, Role } from '#platform/config';
import { configOrExit, stopOnSignal } from './process.ts';
import { refuseMissingKey } from './refuse-missing-key.ts';
import { refuseUnusablePooler } from './refuse-unusable-pooler.ts';
import { isConnectionLost } from '#platform/db';

const againMs = 1000;

/** A worker waits for an unavailable database at its start, as it does later; logged once, not every second. */
async function awaitDatabase({ ctx, telemetry: { log } }: Service, stopping: AbortSignal): Promise<void> {
  for (let tries = 0; !stopping.aborted; tries += 1) {
    try {
      await ctx.db.find({ text: 'select 1', values: [] });
      if (tries > 0) log.info({}, 'database.available');
      return;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      if (tries === 0) log.warn({ err: error }, 'database.unavailable');
    }
    await pause(againMs, stopping);
  }
}

type Part = { readonly name: string; stop(): Promise<void> };

/** Starts the API, the worker, or both in this process, until a signal stops them. Tests pass their own policy. */
export async function serve(role: Exclude<Role, 'cli'>, policy?: Partial<Policy>): Promise<void> {
  const config = configOrExit(role, policy);
  const service = createService(`makewhole-${role}`, config);
  const { log, metrics } = service.telemetry;
  const parts = new Set<Part>();
  const stopParts = (some: readonly Part[]) =>
    Promise.all(some.map((part) => part.stop().finally(() => parts.delete(part))));
  const add = (name: string, loop: Loop) => parts.add({ name, stop: () => loop.stop() });
  const stopping = new AbortController();
  const pulse = service.pulse.run();
  warnOfOffer(config, log);
  // Before anything starts, so that a signal during the start still stops the started parts.
  stopOnSignal({
    withinMs: config.shutdownTimeoutMs,
    async stop() {
      log.info({ role }, 'process.stopping');
      stopping.abort();
      await stopParts([...parts].filter(({ name }) => name !== 'metrics'));
      // Until here, because probes ask there whether the process still runs.
      await stopParts([...parts]);
      // Until here, because it fails requests that would wait for a silent database.
      await pulse.stop();
      await service.close();
      log.info({ role }, 'process.stopped');
    },
    left: () => [...parts, { name: 'connections' }].map(({ name }) => name),
  });
  void refuseUnusablePooler(service, role, stopping.signal);
  await refuseMissingKey(service, stopping.signal);
  // One clock watch for the whole process: with a wrong clock an API serves nothing and a worker does nothing.
  const clock = watchClock({ db: service.ctx.db, log, metrics });
  add('clock', clock);
  // Not awaited: until the data is ready, intakes are accepted without it.
  void warmVinDecoder(service.ctx);
  const describeReadiness = role === 'worker' ? undefined : await openApi(service, clock, parts);
  // Statements load it when they first need it; loaded now, it delays neither the start of an API nor later requests.
  await import('kysely');
  const workers = role === 'api' ? undefined : await import('#app/workers');
  // Before the workers, so that a worker that waits for its database is visible in the metrics.
  if (config.metricsPort !== undefined) {
    const server = await serveMetrics(metrics, {
      host: config.metricsHost,
      port: config.metricsPort,
      describeReadiness,
    });
    if (server === undefined) log.error({ port: config.metricsPort }, 'metrics.no-free-port');
    else {
      parts.add({ name: 'metrics', stop: () => server.close() });
      log.info({ port: server.port }, 'metrics.listening');
    }
  }
  // Not earlier: startup stalls the loop, before any client waits for it.
  watchStalls({ service: `makewhole-${role}`, log, metrics });
  add('beats', beatProcess(service.worker, { db: service.ctx.db, vault: service.ctx.vault, log, metrics }));
  if (workers === undefined) return;
  await awaitDatabase(service, stopping.signal);
  if (stopping.signal.aborted) return;
  add('workers', await workers.startWorkers(service.asWorker(), clock));
  log.info({ worker: service.worker }, 'worker.started');
}

/** Opens the HTTP side, whose code a worker does not load. */
async function openApi(service: Service, clock: ClockWatch, parts: Set<Part>) {
  const { ctx } = service;
  const { host, port, shutdownDrainMs } = ctx.config;
  const { createApi } = await import('#app/api');
  const { listPageAssets } = await import('#app/surfaces/page-assets');
  const { app, drain, describeReadiness } = await createApi(service, clock);
  // Not awaited: without a database the API starts anyway, and a process of another version returns 404 for them.
  void storeAssets(ctx.db, listPageAssets(), ctx.clock.now()).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'assets.not-stored'),
  );
  await app.listen({ host, port });
  parts.add({ name: 'requests', stop: () => drain.run(shutdownDrainMs) });
  ctx.log.info({ host, port }, 'api.listening');
  return describeReadiness;
}

/** In production representation is off until its states are configured. */
function warnOfOffer({ production, servicesByState }: ReturnType<typeof configOrExit>, log: Logger): void {
  if (production && Object.keys(servicesByState).length === 0)
    log.warn({ why: 'SERVICES_BY_STATE is not set' }, 'process.representation-not-offered');
}
