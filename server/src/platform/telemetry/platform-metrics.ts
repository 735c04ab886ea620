import type { MetricFactory } from './metric-factory.ts';

/** The metrics that the platform itself sets; a module declares its own beside the code that sets them. */
export const platformMetrics = (factory: MetricFactory) => ({
  ...httpMetrics(factory),
  ...limiterMetrics(factory),
  ...databaseMetrics(factory),
  ...workMetrics(factory),
  ...clockMetrics(factory),
});

const httpMetrics = ({ counter, histogram }: MetricFactory) => ({
  httpDuration: histogram({
    name: 'makewhole_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  }),
  refusals: counter({
    name: 'makewhole_http_refusals_total',
    help: 'Refused requests by surface and error code.',
    labelNames: ['surface', 'code'],
  }),
});

const limiterMetrics = ({ counter }: MetricFactory) => ({
  limiterOutages: counter({
    name: 'makewhole_limiter_outages_total',
    help: 'Requests that a limit could not count because its store did not respond.',
    labelNames: ['limit'],
  }),
});

const databaseMetrics = ({ counter }: MetricFactory) => ({
  deadlocks: counter({
    name: 'makewhole_db_deadlocks_total',
    help: 'Transactions retried because of a deadlock.',
  }),
});

const workMetrics = ({ counter, gauge }: MetricFactory) => ({
  workFinished: counter({
    name: 'makewhole_work_finished_total',
    help: 'Claimed rows by queue and outcome.',
    labelNames: ['queue', 'outcome'],
  }),
  workReaped: counter({
    name: 'makewhole_work_reaped_total',
    help: 'Claims returned to the queue because their lease expired.',
    labelNames: ['queue'],
  }),
  workInFlight: gauge({
    name: 'makewhole_work_in_flight',
    help: 'Claimed rows in progress in this process.',
    labelNames: ['queue'],
  }),
  workDue: gauge({
    name: 'makewhole_work_due',
    help: 'Rows that are due and not claimed, counted up to ten thousand.',
    labelNames: ['queue'],
  }),
  workOldestDue: gauge({
    name: 'makewhole_work_oldest_due_seconds',
    help: 'How long the row at the head of the queue has been due.',
    labelNames: ['queue'],
  }),
  loopFailures: counter({
    name: 'makewhole_loop_failures_total',
    help: 'Failed iterations of a background loop; each is retried.',
    labelNames: ['loop'],
  }),
});

const clockMetrics = ({ gauge }: MetricFactory) => ({
  clockSkew: gauge({
    name: 'makewhole_clock_skew_seconds',
    help: 'How far the clock of this process is ahead of the database; beyond five seconds background work pauses.',
  }),
});
