// Owns listings of vehicles for sale, what was read from them for each vehicle that was lost, and who may have that.
// Promises that a read never fails its caller, and that a kept one can be computed again from what it was made from.
export { computePreliminary } from './compute-preliminary.ts';
export { fetchListings, type Fetched } from './fetch-listings.ts';
export { fetchWanted } from './fetch-wanted.ts';
export { findZip, type ZipPlace } from './find-zip.ts';
export { generateListings } from './generate-listings.ts';
export { getSnapshot } from './get-snapshot.ts';
export { importListings, type ListingFormat } from './import-listings.ts';
export { keepSnapshot } from './keep-snapshot.ts';
export { purgeListings } from './purge-listings.ts';
export { readMarket, type MarketRead } from './read-market.ts';
export { recomputeSnapshot } from './recompute-snapshot.ts';
export { preliminarySchema, type Preliminary } from './schemas.ts';
export { type Subject } from './subject.ts';
export { hasAllowance, purgeAllowances, takeAllowance } from './take-allowance.ts';
