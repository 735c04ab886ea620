import { eraseResponses } from '#platform/idempotency';
import { goes, stays, type PersonalData } from './declaration.ts';

/** Tables of the platform, and those of others that it brings. */
export const platformData: PersonalData = {
  'platform.idempotency': {
    whose: 'customer',
    period: { lasts: '24 hours', job: 'idempotency.purge', how: 'deleted' },
    // Nothing but its answer tells whom a stored response is about.
    erase: (tx, { ids, contacts }) => eraseResponses(tx, [...ids, ...contacts]),
    personal: { key: goes('free text'), encrypted_body: goes('free text') },
    plain: ['scope', 'fingerprint'],
  },
  'platform.counters': {
    whose: 'caller',
    period: {
      lasts: 'the window of the limit, 24 hours at most, and an hour',
      job: 'rate-limiter-flexible',
      how: 'deleted',
    },
    personal: { key: stays('network address', 'counts the calls of a window') },
  },
  'platform.recent_calls': { period: { kept: 'one row for each institution and mode' }, plain: ['key'] },
  'platform.daily_budgets': { period: { kept: 'what a provider was asked in a day' }, plain: ['name'] },
  'platform.job_runs': { period: { kept: 'one row for each job' }, plain: ['job'] },
  'platform.job_workers': { period: { kept: 'rows of workers that run' }, plain: ['worker_id'] },
  'platform.processes': {
    period: { kept: 'rows of processes that run' },
    plain: ['name', 'newest_migration', 'keys', 'writes_with'],
  },
  'platform.data_keys': { period: { kept: 'ids of keys that were written with' }, plain: ['id'] },
  'platform.day_tables': { period: { kept: 'which tables have a partition a day' }, plain: ['parent', 'key'] },
  'platform.assets': {
    period: { kept: 'files of pages, a day after a newer version replaced them' },
    plain: ['path', 'type', 'content'],
  },
  'platform.test_clock': { period: { kept: 'one row, in tests' } },
  'public.migrations': { period: { kept: 'which migrations were applied' }, plain: ['name', 'checksum'] },
  'graphile_worker._private_jobs': {
    period: { kept: 'scheduled jobs, which have no payload' },
    plain: ['payload', 'last_error', 'key', 'locked_by', 'flags'],
  },
  'graphile_worker._private_job_queues': { period: { kept: 'names of jobs' }, plain: ['queue_name', 'locked_by'] },
  'graphile_worker._private_known_crontabs': { period: { kept: 'names of jobs' }, plain: ['identifier'] },
  'graphile_worker._private_tasks': { period: { kept: 'names of jobs' }, plain: ['identifier'] },
};
