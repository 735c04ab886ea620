import type { MetricFactory } from './metric-factory.ts';

/** The metrics that the platform itself sets; a module declares its own next to the code that sets them. */
export const platformMetrics = (factory: MetricFactory) => ({
  ...httpMetrics(factory),
  ...admissionMetrics(factory),
  ...limiterMetrics(factory),
  ...databaseMetrics(factory),
  ...serverMetrics(factory),
  ...workMetrics(factory),
  ...jobMetrics(factory),
  ...clockMetrics(factory),
  ...loopMetrics(factory),
});

/** A surface's running, waiting and slow requests. */
type LaneState = { readonly name: string; readonly turns: number; readonly waiting: number; readonly slow: number };

function admissionMetrics({ counter, gauge }: MetricFactory) {
  let listLanes: () => readonly LaneState[] = () => [];
  gauge({
    name: 'makewhole_http_admission',
    help: 'Requests by surface and state: with a turn of work, waiting for one, or slow (a body that arrives, a stream).',
    labelNames: ['surface', 'state'],
    collect() {
      for (const { name: surface, ...states } of listLanes())
        for (const [state, value] of Object.entries(states)) this.set({ surface, state }, value);
    },
  });
  return {
    /** Measured whenever the metrics are read. */
    observeAdmission: (list: () => readonly LaneState[]): void => void (listLanes = list),
    turnedAway: counter({
      name: 'makewhole_http_turned_away_total',
      help: 'Requests refused with 503 before anything was done for them, by surface and reason.',
      labelNames: ['surface', 'reason'],
    }),
    droppedConnections: counter({
      name: 'makewhole_http_connections_dropped_total',
      help: 'Connections closed because there were too many, too many of one address, or nobody read their answers.',
      labelNames: ['reason'],
    }),
  };
}

const httpMetrics = ({ counter, gauge, histogram }: MetricFactory) => ({
  httpInFlight: gauge({
    name: 'makewhole_http_requests_in_flight',
    help: 'Requests that were begun and not answered yet; an open stream of the board is one.',
  }),
  notReady: gauge({
    name: 'makewhole_not_ready',
    help: 'Whether this is missing, 0 or 1, by the names that /readyz gives; a worker has it too.',
    labelNames: ['missing'],
  }),
  httpDuration: histogram({
    name: 'makewhole_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its response; the status is rehearsed where the sandbox was asked for a refusal.',
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

/** A connection pool's own counters. */
type ConnectionPool = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };

function databaseMetrics({ counter, gauge }: MetricFactory) {
  const pools = new Map<string, ConnectionPool>();
  gauge({
    name: 'makewhole_db_connections',
    help: 'Connections to the database by pool, open and of these idle, and who waits for one.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'open' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  return {
    /** The pool is measured whenever the metrics are read. */
    observePool: (name: string, pool: ConnectionPool): void => void pools.set(name, pool),
    deadlocks: counter({
      name: 'makewhole_db_deadlocks_total',
      help: 'Transactions retried because of a deadlock.',
    }),
    lostTransactions: counter({
      name: 'makewhole_db_transactions_repeated_total',
      help: 'Transactions done again because their connection was lost before their commit was sent.',
    }),
    timeline: gauge({
      name: 'makewhole_db_timeline',
      help: 'The timeline that the primary writes; it grows when another one takes over.',
    }),
    silentConnections: counter({
      name: 'makewhole_db_silent_connections_total',
      help: 'Connections closed because the database stopped answering.',
    }),
  };
}

/** The database server's own statistics. `measureDatabase` sets them, and all workers report the same. */
const serverMetrics = ({ gauge }: MetricFactory) => ({
  databaseServer: {
    monitored: gauge({
      name: 'makewhole_db_monitored',
      help: 'Whether the role may see replication and WAL (pg_monitor), 0 or 1; without it those gauges are absent.',
    }),
    synchronousWanted: gauge({
      name: 'makewhole_db_synchronous_wanted',
      help: 'Whether commits wait for a standby (synchronous_standby_names), 0 or 1.',
    }),
    standbys: gauge({
      name: 'makewhole_db_standbys',
      help: 'Standbys that follow, by whether commits wait for them.',
      labelNames: ['kind'],
    }),
    standbyLagBytes: gauge({
      name: 'makewhole_db_standby_lag_bytes',
      help: 'How far the last of the standbys is behind in replaying.',
    }),
    standbyLag: gauge({
      name: 'makewhole_db_standby_lag_seconds',
      help: 'How long the last of the standbys takes to replay what is written; 0 when nothing is.',
    }),
    commitsWaiting: gauge({
      name: 'makewhole_db_commits_waiting',
      help: 'Commits that wait for a synchronous standby.',
    }),
    commitWait: gauge({
      name: 'makewhole_db_commit_wait_seconds',
      help: 'How long the first of the commits that wait for a synchronous standby has waited; 0 when none does.',
    }),
    walBytes: gauge({ name: 'makewhole_db_wal_bytes', help: 'Size of pg_wal.' }),
    slotBytes: gauge({
      name: 'makewhole_db_slot_retained_bytes',
      help: 'WAL that is kept for the replication slot that is furthest behind.',
    }),
    size: gauge({ name: 'makewhole_db_size_bytes', help: 'Size of the database.' }),
    archiveAge: gauge({
      name: 'makewhole_db_archive_age_seconds',
      help: 'How long ago WAL was last archived; absent where nothing is archived.',
    }),
    archiveFailing: gauge({
      name: 'makewhole_db_archive_failing',
      help: 'Whether the last try to archive WAL failed, 0 or 1; absent where nothing is archived.',
    }),
    oldestTransaction: gauge({
      name: 'makewhole_db_oldest_transaction_seconds',
      help: 'How long the oldest open transaction has been open; vacuum cannot remove what it might see.',
    }),
    transactionIdAge: gauge({
      name: 'makewhole_db_transaction_id_age',
      help: 'Transactions since the oldest that is not frozen; writes end at two billion.',
    }),
  },
  certificateEnd: gauge({
    name: 'makewhole_certificate_end_seconds',
    help: 'When a certificate ends, in seconds since 1970: of the public address, or of the database where it has one.',
    labelNames: ['of'],
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

const jobMetrics = ({ gauge }: MetricFactory) => ({
  jobLastSuccess: gauge({
    name: 'makewhole_job_last_success_seconds',
    help: 'When a scheduled job last succeeded in any process, in seconds since 1970; 0 when it never has.',
    labelNames: ['job'],
  }),
  jobAge: gauge({
    name: 'makewhole_job_age_seconds',
    help: 'How long ago a scheduled job last succeeded, or was first known.',
    labelNames: ['job'],
  }),
  jobFailures: gauge({
    name: 'makewhole_job_failures',
    help: 'How often a scheduled job has failed since it last succeeded.',
    labelNames: ['job'],
  }),
  sweepLastSuccess: gauge({
    name: 'makewhole_sweep_last_success_seconds',
    help: 'When a sweep of this process last ended without a failure, in seconds since 1970.',
    labelNames: ['sweep'],
  }),
  partitionDefaultRows: gauge({
    name: 'makewhole_partition_default_rows',
    help: 'Rows in the default partition of a table by day, counted up to a hundred thousand; they wait for their day.',
    labelNames: ['table'],
  }),
});

const clockMetrics = ({ gauge }: MetricFactory) => ({
  clockSkew: gauge({
    name: 'makewhole_clock_skew_seconds',
    help: 'How far the clock of this process is ahead of the database; beyond five seconds background work pauses.',
  }),
});

const loopMetrics = ({ counter }: MetricFactory) => ({
  eventLoopStalls: counter({
    name: 'makewhole_event_loop_stalls_total',
    help: 'Times the event loop of this process stood still: short from 200 ms, long from one second.',
    labelNames: ['length'],
    values: { length: ['short', 'long'] },
  }),
});
