/** The Redis for test counters; every machine that runs our tests has one at this address. Tests use unique names. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
