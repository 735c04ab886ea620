// Owns what is known of the GAP side of referred loans: program terms, payoffs with their day, received papers.
// Promises that an exposure is computed from stated figures or is unknown, and that a ledger's sum is that of its rows.
export { findExposures } from './ledger/find-exposures.ts';
export { findExposureTotals } from './ledger/ledger.ts';
export { getExposure } from './loans/loans.ts';
export { getExposureLedger } from './ledger/get-exposure-ledger.ts';
export { getLoanInstitution } from './loans/loans.ts';
export { readLedgerQuery } from './ledger/ledger.ts';
export { requireReader } from './exposure.ts';
export {
  exposureMonthsSchema,
  exposureSchema,
  exposureTotalsSchema,
  ledgerQuerySchema,
  type LedgerSpan,
} from './schemas.ts';
export { personalData } from './personal-data.ts';
