// Rate limits by rate-limiter-flexible: counters in Redis when there is one, otherwise in PostgreSQL.
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

export { hasDailyLeft, spendDaily, type DailyBudget } from './daily-budget.ts';

export type Limit = {
  readonly name: string;
  readonly points: number;
  readonly windowS: number;
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
  return {
    async take(limit, key) {
      const id = `${limit.name}/${limit.points}`;
      const limiter = limiters.get(id) ?? store.limiter(limit);
      limiters.set(id, limiter);
      try {
        await limiter.consume(`${key}${movedBy(deps, limit)}`);
      } catch (reason) {
        if (reason instanceof RateLimiterRes) throw rateLimited(secondsUntil(reason));
        deps.metrics.limiterOutages.inc({ limit: limit.name });
        deps.log.warn({ limit: limit.name, err: reason }, 'limits.store-gone');
        if (limit.whenStoreIsGone === 'refuse') throw rateLimited(limit.windowS);
      }
    },
    close: store.close,
  };
}

/** The library counts by the system's clock; a test clock moved past a window opens a new one by another key. */
function movedBy({ config, clock }: Deps, { windowS }: Limit): string {
  if (!config.allowTestClock) return '';
  // Whole seconds, since the two clocks are read one after the other.
  const offsetS = Math.round((clock.now().getTime() - Date.now()) / 1000);
  return `/${Math.floor(offsetS / windowS)}`;
}

const secondsUntil = (window: RateLimiterRes): number => Math.max(1, Math.ceil(window.msBeforeNext / 1000));

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
    close: async () => {
      redis.disconnect();
    },
  };
}
