import { Redis } from 'ioredis';
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { createDatabase, type Database } from '#platform/db';
import { rateLimited } from '#platform/errors';
import type { Deps, Limit, Limits } from './index.ts';
import { slidingInPostgres, slidingInRedis, type ConsumeSliding } from './sliding.ts';

export function createCountedLimits(deps: Deps): Limits {
  const store = deps.config.redisUrl === undefined ? postgresStore(deps) : redisStore(deps);
  const limiters = new Map<string, RateLimiterStoreAbstract>();
  const consumeSliding = slidingLimits(deps, store.sliding);
  const consumeFixedWindow = async (limit: Limit, key: string): Promise<number> => {
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
    async consume(limit, key) {
      let waitMs = 0;
      try {
        waitMs = await (limit.sliding ? consumeSliding(limit, key) : consumeFixedWindow(limit, key));
      } catch (reason) {
        deps.metrics.limiterOutages.inc({ limit: limit.name });
        deps.log.warn({ limit: limit.name, err: reason }, 'limits.store-unavailable');
        if (limit.whenStoreIsGone === 'refuse') throw rateLimited(limit.windowS);
      }
      if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1000));
    },
    close: store.close,
  };
}

/** Clients cached as refused; an evicted one costs a query to the store. */
const rememberedMax = 10_000;

/** Business time throughout; a client known to be over its limit is refused without a query to the store. */
function slidingLimits({ clock }: Deps, consume: ConsumeSliding) {
  const refusedUntilMs = new Map<string, number>();
  return async ({ name, points, windowS }: Limit, key: string): Promise<number> => {
    const client = `${name}:${key}`;
    const atMs = clock.now().getTime();
    const windowMs = windowS * 1000;
    const knownMs = (refusedUntilMs.get(client) ?? 0) - atMs;
    // Nobody waits longer than a window; a larger value comes from a clock that was set back since.
    if (knownMs > 0 && knownMs <= windowMs) return knownMs;
    refusedUntilMs.delete(client);
    const waitMs = await consume({ client, atMs, windowMs, most: points });
    if (refusedUntilMs.size >= rememberedMax) refusedUntilMs.clear();
    if (waitMs > 0) refusedUntilMs.set(client, atMs + waitMs);
    return waitMs;
  };
}

/** The library counts by the system clock; moving the test clock past a window starts a new one by another key. */
function movedBy({ config, clock }: Deps, { windowS }: Limit): string {
  if (!config.allowTestClock) return '';
  // Whole seconds, since the two clocks are read one after the other.
  const offsetS = Math.round((clock.now().getTime() - Date.now()) / 1000);
  return `/${Math.floor(offsetS / windowS)}`;
}

/** Common to all limiters; a client known to be over its limit is refused without a query to the store. */
const common = (limit: Limit) => ({
  keyPrefix: limit.name,
  points: limit.points,
  duration: limit.windowS,
  inMemoryBlockOnConsumed: limit.points + 1,
});

function postgresStore({ config }: Deps) {
  const counters: Database = createDatabase({
    url: config.databaseUrl,
    applicationName: 'makewhole-limits',
    poolSize: 4,
    durable: false,
    // The client waits for this statement; after the timeout it is let through or refused without being counted.
    statementTimeoutMs: 3_000,
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
    // Without the offline queue a dead Redis fails at once, and with the timeout a frozen one after 400 ms.
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
