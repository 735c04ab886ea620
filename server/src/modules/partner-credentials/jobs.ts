export { purgeNonces } from './signatures/purge-nonces.ts';
export { purgeFailures } from './throttle/purge-failures.ts';
