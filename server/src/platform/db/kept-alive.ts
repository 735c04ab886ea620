/** A connection on which nothing happens is asked for a sign of life by the system itself. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
