// Rate limits, counted in Redis when there is one, otherwise in PostgreSQL: windows from the first call on by
// rate-limiter-flexible, sliding ones by our own statement and script.
import { Redis } from 'ioredis';
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { openDatabase, type Database } from '#platform/db';
import { rateLimited } from '#platform/errors';
import type { Logger, Metrics } from '#platform/telemetry';
import { slidingInPostgres, slidingInRedis, type TakeSliding } from './sliding.ts';

export { hasDailyLeft, spendDaily, type DailyBudget } from './daily-budget.ts';

export type Limit = {
  readonly name: string;
  readonly points: number;
  readonly windowS: number;
  /**
   * No more than `points` in any stretch of `windowS`, refused calls not counted (decision 135). Otherwise a window begins
   * with a caller's first call, everything in it counts, and two of them may meet (decision 67).
   */
  readonly sliding?: boolean;
  /** Without its store a volume limit lets callers through; a limit on guessing refuses them. */
  readonly whenStoreIsGone: 'let through' | 'refuse';
};

export type Limits = {
  /** Counts one call; throws rate_limited, with the true time to wait, when the window is full. */
  take(limit: Limit, key: string): Promise<void>;
  close(): Promise<void>;
};

type Deps = { readonly config: Config; readonly clock: Clock; readonly log: Logger; readonly metrics: Metrics };

export function createLimits(deps: Deps): Limits {
  const store = deps.config.redisUrl === undefined ? postgresStore(deps) : redisStore(deps);
  const limiters = new Map<string, RateLimiterStoreAbstract>();
  const takeSliding = slidingLimits(deps, store.sliding);
  const takeFromStart = async (limit: Limit, key: string): Promise<number> => {
    const id = `${limit.name}/${limit.points}`;
    const limiter = limiters.get(id) ?? store.limiter(limit);
    limiters.set(id, limiter);
    return limiter.consume(`${key}${movedBy(deps, limit)}`).then(
      () => 0,
      (reason: unknown) => {
        if (reason instanceof RateLimiterRes) return Math.max(1, reason.msBeforeNext);
        throw reason;
      },
    );
  };
  return {
    async take(limit, key) {
      let waitMs = 0;
      try {
        waitMs = await (limit.sliding ? takeSliding(limit, key) : takeFromStart(limit, key));
      } catch (reason) {
        deps.metrics.limiterOutages.inc({ limit: limit.name });
        deps.log.warn({ limit: limit.name, err: reason }, 'limits.store-gone');
        if (limit.whenStoreIsGone === 'refuse') throw rateLimited(limit.windowS);
      }
      if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1000));
    },
    close: store.close,
  };
}

/** Callers that are remembered as refused; forgetting one costs a question to the store. */
const rememberedMax = 10_000;

/** Business time throughout; a caller known to be over its limit is refused without asking the store. */
function slidingLimits({ clock }: Deps, take: TakeSliding) {
  const refusedUntilMs = new Map<string, number>();
  return async ({ name, points, windowS }: Limit, key: string): Promise<number> => {
    const caller = `${name}:${key}`;
    const atMs = clock.now().getTime();
    const windowMs = windowS * 1000;
    const knownMs = (refusedUntilMs.get(caller) ?? 0) - atMs;
    // Nobody waits longer than a window; more is left of a clock that was set back since.
    if (knownMs > 0 && knownMs <= windowMs) return knownMs;
    refusedUntilMs.delete(caller);
    const waitMs = await take({ caller, atMs, windowMs, most: points });
    if (refusedUntilMs.size >= rememberedMax) refusedUntilMs.clear();
    if (waitMs > 0) refusedUntilMs.set(caller, atMs + waitMs);
    return waitMs;
  };
}

/** The library counts by the system's clock; a test clock moved past a window opens a new one by another key. */
function movedBy({ config, clock }: Deps, { windowS }: Limit): string {
  if (!config.allowTestClock) return '';
  // Whole seconds, since the two clocks are read one after the other.
  const offsetS = Math.round((clock.now().getTime() - Date.now()) / 1000);
  return `/${Math.floor(offsetS / windowS)}`;
}

/** What every limiter has in common; a caller known to be over its limit is refused without asking the store. */
const common = (limit: Limit) => ({
  keyPrefix: limit.name,
  points: limit.points,
  duration: limit.windowS,
  inMemoryBlockOnConsumed: limit.points + 1,
});

function postgresStore({ config }: Deps) {
  const counters: Database = openDatabase({
    url: config.databaseUrl,
    applicationName: 'makewhole-limits',
    poolSize: 4,
    durable: false,
    // Whoever is counted waits for it, and what is not counted in time is let through or refused without it.
    patienceMs: 3_000,
  });
  return {
    limiter: (limit: Limit) =>
      new RateLimiterPostgres({
        ...common(limit),
        storeClient: counters.pool,
        storeType: 'pool',
        schemaName: 'platform',
        tableName: 'counters',
        tableCreated: true,
        clearExpiredByTimeout: true,
      }),
    sliding: slidingInPostgres(counters),
    close: () => counters.close(),
  };
}

function redisStore({ config, log }: Deps) {
  const redis = new Redis(config.redisUrl?.reveal() ?? '', {
    // Without the offline queue a dead Redis answers at once, and with the timeout a frozen one after 400 ms.
    enableOfflineQueue: false,
    commandTimeout: 400,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', (error) => log.warn({ err: error }, 'limits.redis-error'));
  return {
    limiter: (limit: Limit) => new RateLimiterRedis({ ...common(limit), storeClient: redis }),
    sliding: slidingInRedis(redis),
    close: async () => {
      redis.disconnect();
    },
  };
}
