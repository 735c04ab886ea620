import { eraseResponses } from '#platform/idempotency';
import { goes, stays, type PersonalData } from './declaration.ts';

/** Tables of the platform, and those of its libraries. */
export const platformData: PersonalData = {
  'platform.idempotency': {
    whose: 'customer',
    period: { days: 0, after: 'expires_at', lasts: '24 hours' },
    // Only the stored response itself identifies the person that it is about.
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
  'pgboss.job': {
    period: { kept: 'names of jobs, a week at most after they ended' },
    plain: [
      'name',
      'data',
      'output',
      'singleton_key',
      'group_id',
      'group_tier',
      'dead_letter',
      'policy',
      'source_name',
      'source_output',
    ],
  },
  'pgboss.schedule': {
    period: { kept: 'names of jobs' },
    plain: ['name', 'key', 'kind', 'cron', 'timezone', 'data', 'options'],
  },
  'pgboss.queue': {
    period: { kept: 'names of queues' },
    plain: ['name', 'policy', 'dead_letter', 'table_name', 'singletons_active'],
  },
  'pgboss.bam': {
    period: { kept: 'indexes that the engine builds' },
    plain: ['name', 'status', 'queue', 'table_name', 'command', 'error'],
  },
  'pgboss.job_dependency': {
    period: { kept: 'nothing: no job waits for another' },
    plain: ['child_name', 'parent_name'],
  },
  'pgboss.queue_stats': { period: { kept: 'nothing: they are not asked for' }, plain: ['name'] },
  'pgboss.subscription': { period: { kept: 'nothing: there is none' }, plain: ['event', 'name'] },
  'pgboss.warning': { period: { kept: 'nothing: they are logged' }, plain: ['type', 'message', 'data'] },
};
