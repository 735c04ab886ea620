// The service's reports about itself: log lines, metrics, spans. They contain no personal data and no secrets.
import type { DestinationStream } from 'pino';
import type { Config } from '#platform/config';
import { createIdleLogger, createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createTracing } from './trace.ts';

export { createLogger, type Logger } from './log.ts';
export type { MetricFactory } from './metric-factory.ts';
export type { Metrics, MetricSet } from './metrics.ts';
export { serveMetrics } from './serve-metrics.ts';
export { Operation, runOperation, watchStalls } from './stalls.ts';
export type { ActiveSpan } from './trace.ts';

export type Telemetry = ReturnType<typeof createTelemetry>;

export function createTelemetry(service: string, config: Config, destination?: DestinationStream) {
  return {
    log: createLogger(service, config.logLevel, destination),
    metrics: createMetrics(),
    tracing: createTracing(service, config.traceEndpoint),
  };
}

/** For a command: it prints its own output, and ends before its metrics could be read. */
export const createIdleTelemetry = (): Telemetry => ({
  log: createIdleLogger(),
  metrics: createMetrics({ served: false }),
  tracing: createTracing('', undefined),
});
