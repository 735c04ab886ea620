import { Redis } from 'ioredis';
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { createDatabase, withState, type Database } from '#platform/db';
import { rateLimited } from '#platform/errors';
import { createAskStore, type AskStore } from './ask-store.ts';
import { BatchedCalls } from './batched-calls.ts';
import type { Deps, Limit, Limits } from './index.ts';
import { refusedFor, type SlidingCall, type Taken } from './sliding-rules.ts';
import { slidingInRedis, type ConsumeSliding } from './sliding.ts';

/** Counting in PostgreSQL takes this long only when the database is in trouble. */
const statementTimeoutMs = 1_000;

/** A client waits at most this long for its call to be counted, whatever the store does. */
const answerWithinMs = 400;

export function createCountedLimits(deps: Deps): Limits {
  const askStore = createAskStore({ ...deps, withinMs: deps.limitWithinMs ?? answerWithinMs });
  const store = deps.config.redisUrl === undefined ? postgresStore(deps, askStore) : redisStore(deps, askStore);
  const limiters = new Map<string, RateLimiterStoreAbstract>();
  const consumeSliding = slidingLimits(deps, store.sliding);
  const consumeFixedWindow = async (limit: Limit, name: string): Promise<Taken> => {
    const id = `${limit.name}/${limit.points}`;
    const limiter = limiters.get(id) ?? store.limiter(limit);
    limiters.set(id, limiter);
    const key = `${name}${movedBy(deps, limit)}`;
    const knownMs = limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(key));
    if (knownMs > 0) return refusedFor(knownMs);
    return askStore(() =>
      limiter.consume(key).then(
        ({ remainingPoints, msBeforeNext }) => ({ waitMs: 0, remaining: remainingPoints, resetMs: msBeforeNext }),
        (reason: unknown) => {
          if (reason instanceof RateLimiterRes) return refusedFor(Math.max(1, reason.msBeforeNext));
          throw withState(reason);
        },
      ),
    );
  };
  return {
    async consume(limit, key) {
      const taken = await (limit.sliding ? consumeSliding(limit, key) : consumeFixedWindow(limit, key)).catch(() => {
        deps.metrics.limiterOutages.inc({ limit: limit.name });
        if (limit.whenStoreIsGone === 'refuse') throw rateLimited(limit.windowS, toldOf(limit));
      });
      if (taken === undefined) return undefined;
      const { waitMs, remaining, resetMs } = taken;
      if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1000), toldOf(limit));
      return { limit, remaining, resetS: Math.ceil(resetMs / 1000) };
    },
    close: store.close,
  };
}

const toldOf = (limit: Limit): Limit | undefined => (limit.told ? limit : undefined);

declare module 'rate-limiter-flexible' {
  interface RateLimiterStoreAbstract {
    /** How long a client known to be over its limit still has to wait. */
    getInMemoryBlockMsBeforeExpire(key: string): number;
  }
}

/** Clients cached as refused; an evicted one costs a query to the store. */
const rememberedMax = 10_000;

/** Uses business time throughout. A client known to be over its limit is refused without a query to the store. */
function slidingLimits({ clock }: Deps, consume: ConsumeSliding) {
  const refusedUntilMs = new Map<string, number>();
  return async ({ name, points, windowS, batched = false }: Limit, key: string): Promise<Taken> => {
    const client = `${name}:${key}`;
    const atMs = clock.now().getTime();
    const windowMs = windowS * 1000;
    const knownMs = (refusedUntilMs.get(client) ?? 0) - atMs;
    // No client waits longer than a window; a larger value means that a clock was set back since.
    if (knownMs > 0 && knownMs <= windowMs) return refusedFor(knownMs);
    refusedUntilMs.delete(client);
    const taken = await consume({ limit: name, client, atMs, windowMs, most: points, batched });
    const { waitMs } = taken;
    if (refusedUntilMs.size >= rememberedMax) refusedUntilMs.clear();
    if (waitMs > 0) refusedUntilMs.set(client, atMs + waitMs);
    return taken;
  };
}

/** The library counts by the system clock. Moving the test clock past a window starts a new one under another key. */
function movedBy({ config, clock }: Deps, { windowS }: Limit): string {
  if (!config.allowTestClock) return '';
  // Whole seconds, because the two clocks are read one after the other.
  const offsetS = Math.round((clock.now().getTime() - Date.now()) / 1000);
  return `/${Math.floor(offsetS / windowS)}`;
}

/** Common to all limiters. A client known to be over its limit is refused without a query to the store. */
const common = (limit: Limit) => ({
  keyPrefix: limit.name,
  points: limit.points,
  duration: limit.windowS,
  inMemoryBlockOnConsumed: limit.points + 1,
});

function postgresStore({ config, clock, log, metrics }: Deps, askStore: AskStore) {
  const applicationName = 'makewhole-limits';
  const counters: Database = createDatabase({
    url: config.databaseUrl,
    pooled: config.databasePooled,
    applicationName,
    poolSize: 4,
    durable: false,
    // By then no call waits for it.
    statementTimeoutMs,
  });
  metrics.observePool(applicationName, counters.pool);
  const sliding = new BatchedCalls({
    db: counters,
    clock,
    askStore,
    // Abandoned only after the database has given up: a batch that is sent again must not have been counted.
    sendBatch: createAskStore({ log, withinMs: 10 * statementTimeoutMs }),
    onFailure: (limit) => metrics.limiterOutages.inc({ limit }),
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
    sliding: (call: SlidingCall) => sliding.consume(call),
    close: async () => {
      await sliding.close();
      await counters.close();
    },
  };
}

function redisStore({ config, log }: Deps, askStore: AskStore) {
  const redis = new Redis(config.redisUrl?.reveal() ?? '', {
    // Without the offline queue, commands to a dead Redis fail immediately, and abandoned commands end.
    enableOfflineQueue: false,
    commandTimeout: 1_000,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', (error) => log.warn({ err: error }, 'limits.redis-error'));
  const sliding = slidingInRedis(redis);
  return {
    limiter: (limit: Limit) => new RateLimiterRedis({ ...common(limit), storeClient: redis }),
    sliding: (call: SlidingCall) => askStore(() => sliding(call)),
    close: async () => {
      redis.disconnect();
    },
  };
}
