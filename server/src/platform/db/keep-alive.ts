/** The operating system probes an idle connection, so that a dead one is noticed. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
