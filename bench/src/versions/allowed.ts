// What may differ between what an older version writes and what today's does, and why nobody misses it. Whatever is not here
// is a fault.

type Allowed = {
  /** A table, a column, or the beginning of its name. */
  readonly at: string;
  readonly why: string;
  /** Only of versions that lack this migration; without it, of every version. */
  readonly before?: string;
  /** But not in this flow. */
  readonly except?: string;
  /** In this flow alone. */
  readonly only?: string;
};

const allowed: readonly Allowed[] = [
  { at: 'platform.processes', why: 'who is running, one row for each process' },
  { at: 'platform.data_keys', why: 'which keys are written with, reported by each process' },
  { at: 'platform.job_workers', why: 'heartbeats of running workers' },
  { at: 'platform.job_runs', why: 'when a scheduled job ran last; it runs when a worker starts' },
  { at: 'platform.counters', why: 'calls of a minute' },
  { at: 'platform.recent_calls', why: 'calls of a minute' },
  { at: 'access.agent_keys', why: 'when it was used last, minutes apart', except: 'an agent registers' },
  { at: 'access.partner_keys', why: 'when it was used last, minutes apart', except: 'an institution is set up' },
  { at: 'access.staff_tokens', why: 'when it was used last, minutes apart' },
  { at: 'market.models', why: 'rated by a sweep, some at a time' },
  { at: 'market.listings', why: 'removed by a sweep, some at a time' },
  { at: 'market.past_listings', why: 'kept by a sweep, some at a time' },
  { at: 'customers.budgets.part', why: 'one of some parts, by chance' },
  {
    at: 'webhooks.finished_deliveries.body',
    why: 'its own text instead of that of its event, which every reader takes first',
    before: '0096',
  },
  { at: 'webhooks.finished_deliveries.event_at', why: 'said only where the text is that of the event', before: '0096' },
  ...['customers.messages', 'consent.entries'].map((at) => ({
    at,
    why: 'notices to the operator of an agent, which were not sent then',
    before: '0112',
    only: 'an agent registers',
  })),
  { at: 'webhooks.shards', why: 'which worker delivers for which endpoints' },
];

type Where = { readonly name: string; readonly flow: string };

export const findAllowance = ({ name, flow }: Where, oldNewest: string): string | undefined =>
  allowed.find(
    ({ at, before, except, only }) =>
      (name === at || name.startsWith(`${at}.`)) &&
      (before === undefined || oldNewest.slice(0, 4) < before) &&
      except !== flow &&
      (only === undefined || only === flow),
  )?.why;
