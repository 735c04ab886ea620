import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { holdMetrics } from './hold-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Every metric of the service. Labels hold names from the code (routes, outcomes), never ids or personal data. */
export function createMetrics() {
  const registry = new Registry();
  return {
    registry,
    ...requestMetrics([registry]),
    ...workMetrics([registry]),
    ...clockMetrics([registry]),
    ...deliveryMetrics([registry]),
    ...vehicleMetrics([registry]),
    cards: holdMetrics([registry]),
  };
}

const requestMetrics = (registers: Registry[]) => ({
  httpDuration: new Histogram({
    name: 'makewhole_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  }),
  refusals: new Counter({
    name: 'makewhole_http_refusals_total',
    help: 'Refused requests by surface and error code.',
    labelNames: ['surface', 'code'] as const,
    registers,
  }),
  marketReads: new Counter({
    name: 'makewhole_market_reads_total',
    help: 'Early market reads by what was found, or that the search failed.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  limiterOutages: new Counter({
    name: 'makewhole_limiter_outages_total',
    help: 'Requests that a limit could not count because its store did not answer.',
    labelNames: ['limit'] as const,
    registers,
  }),
});

const workMetrics = (registers: Registry[]) => ({
  workFinished: new Counter({
    name: 'makewhole_work_finished_total',
    help: 'Claimed rows by queue and outcome.',
    labelNames: ['queue', 'outcome'] as const,
    registers,
  }),
  deadlocks: new Counter({
    name: 'makewhole_db_deadlocks_total',
    help: 'Transactions done once more because they waited in a circle with another.',
    registers,
  }),
  workReaped: new Counter({
    name: 'makewhole_work_reaped_total',
    help: 'Claims taken back because their lease ran out.',
    labelNames: ['queue'] as const,
    registers,
  }),
  workInFlight: new Gauge({
    name: 'makewhole_work_in_flight',
    help: 'Claimed rows being worked on in this process.',
    labelNames: ['queue'] as const,
    registers,
  }),
  workDue: new Gauge({
    name: 'makewhole_work_due',
    help: 'Rows that are due and not claimed, counted up to ten thousand.',
    labelNames: ['queue'] as const,
    registers,
  }),
  workOldestDue: new Gauge({
    name: 'makewhole_work_oldest_due_seconds',
    help: 'How long the row at the head of the queue has been due.',
    labelNames: ['queue'] as const,
    registers,
  }),
  workParked: new Gauge({
    name: 'makewhole_work_parked',
    help: 'Rows that are due but wait for their endpoint to finish something, counted up to ten thousand.',
    labelNames: ['queue'] as const,
    registers,
  }),
  calendarOverdue: new Gauge({
    name: 'makewhole_calendar_overdue_seconds',
    help: 'How long something has been due by the calendar and not done, by work.',
    labelNames: ['work'] as const,
    registers,
  }),
  loopFailures: new Counter({
    name: 'makewhole_loop_failures_total',
    help: 'Turns of a background loop that failed and will be tried again.',
    labelNames: ['loop'] as const,
    registers,
  }),
});

const clockMetrics = (registers: Registry[]) => ({
  clockSkew: new Gauge({
    name: 'makewhole_clock_skew_seconds',
    help: 'How far the clock of this process is ahead of the database; beyond five seconds it does nothing by itself.',
    registers,
  }),
});

const deliveryMetrics = (registers: Registry[]) => ({
  deliverySeconds: new Histogram({
    name: 'makewhole_delivery_seconds',
    help: 'From the moment a delivery is due to its acknowledgement, by lane.',
    labelNames: ['lane'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  }),
  deliveriesExhausted: new Counter({
    name: 'makewhole_deliveries_exhausted_total',
    help: 'Deliveries given up after their last attempt.',
    registers,
  }),
  endpointsFailing: new Gauge({
    name: 'makewhole_endpoints_failing',
    help: 'Enabled webhook endpoints at which no attempt has succeeded since one failed.',
    labelNames: ['audience'] as const,
    registers,
  }),
  endpointsParked: new Gauge({
    name: 'makewhole_endpoints_parked',
    help: 'Webhook endpoints with deliveries that wait for room at them.',
    registers,
  }),
  endpointMostParked: new Gauge({
    name: 'makewhole_endpoint_most_parked',
    help: 'Deliveries that wait at the endpoint where most do.',
    registers,
  }),
});

const vehicleMetrics = (registers: Registry[]) => ({
  vehicleDataFailures: new Counter({
    name: 'makewhole_vehicle_data_failures_total',
    help: 'Times that the data VINs are decoded by could not be used.',
    registers,
  }),
  plateLookups: new Counter({
    name: 'makewhole_plate_lookups_total',
    help: 'Plates asked of the provider, by what became of it; over_budget and over_share were not asked.',
    labelNames: ['outcome'] as const,
    registers,
  }),
});

export type MetricsServer = { readonly port: number; close(): Promise<void> };

/** GET /metrics on a port of its own, away from the public one. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<MetricsServer> {
  collectDefaultMetrics({ register: metrics.registry });
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
