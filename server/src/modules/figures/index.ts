// Owns read-only sums: GAP exposure, analytics, and the minute samples behind the status page. Promises that every
// figure comes from stated or measured values, and that unknown values are shown as unknown.
export { findExposureTotals } from './exposure-ledger/ledger.ts';
export { exposureSchema, exposureTotalsSchema } from './exposure/schemas.ts';
export { getExposure, getLoanInstitution } from './loans/loans.ts';
export { personalData } from './personal-data.ts';
export type { PartStatus, ServiceStatus } from './status/rules.ts';
export { getStatus } from './status/status.ts';
