// Rate limits, counted in Redis when configured, otherwise in PostgreSQL: fixed windows from the first call on by
// rate-limiter-flexible, sliding ones by our own statement and script.
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Logger, Metrics } from '#platform/telemetry';

export { hasDailyLeft, spendDaily } from './daily-budget.ts';

export type Limit = {
  readonly name: string;
  readonly points: number;
  readonly windowS: number;
  /**
   * No more than `points` in any period of `windowS`; refused calls do not count (D-135). Otherwise a window begins
   * with a client's first call, all calls count, and two full windows may be adjacent (D-067).
   */
  readonly sliding?: boolean;
  /** For a sliding limit in PostgreSQL: counted in memory, and within a moment in the store (0009). */
  readonly batched?: boolean;
  /** Responses show clients their remaining calls, under the limit's name. */
  readonly told?: true;
  /** Without its store a volume limit lets clients through; a limit on guessing refuses them. */
  readonly whenStoreIsGone: 'let through' | 'refuse';
};

/** The remaining calls after a counted one; undefined if it was not counted. */
export type Counted = { readonly limit: Limit; readonly remaining: number; readonly resetS: number } | undefined;

export type Limits = {
  /** Counts one call; throws rate_limited, with the exact time to wait, when the window is full. */
  consume(limit: Limit, key: string): Promise<Counted>;
  close(): Promise<void>;
};

export type Deps = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How long a call may take to be counted; default: 400 ms. */
  readonly limitWithinMs?: number | undefined;
};

/** Loads the libraries lazily, because a process that counts nothing, such as most commands, does not need them. */
export function createLimits(deps: Deps): Limits {
  let opened: Promise<Limits> | undefined;
  const limits = () =>
    (opened ??= import('./counted-limits.ts').then(({ createCountedLimits }) => createCountedLimits(deps)));
  // Connects to Redis early; the first call would otherwise find it unavailable.
  if (deps.config.redisUrl !== undefined) void limits();
  return {
    consume: async (limit, key) => (await limits()).consume(limit, key),
    close: async () => {
      await (await opened)?.close();
    },
  };
}
