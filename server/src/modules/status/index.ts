// Owns what the status page shows: a sample of the service a minute, taken by a worker, for 90 days.
// Promises that nothing is shown that was not measured, and that a minute without a sample is shown as such.
export { getStatus } from './status.ts';
export type { PartStatus, ServiceStatus } from './rules.ts';
export { personalData } from './personal-data.ts';
