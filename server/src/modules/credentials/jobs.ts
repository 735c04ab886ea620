export { purgeNonces } from './signatures/nonces.ts';
export { purgeFailures } from './throttle/throttle.ts';
