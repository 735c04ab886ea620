import { Redis } from 'ioredis';

/** Throws when it does not respond. */
export async function pingRedis(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, connectTimeout: 3000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return 'answers';
  } finally {
    redis.disconnect();
  }
}
