/** The Redis that tests count in; every machine of ours has one on this address. Tests use names nobody else uses. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
