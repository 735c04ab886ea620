// Owns listings of vehicles for sale, what was read from them for each vehicle that was lost, and who may have that.
// Promises that a read never fails its caller, and that a kept one can be computed again from what it was made from.
export { computePreliminary } from './compute-preliminary.ts';
export { fetchListings } from './fetch-listings.ts';
export { fetchWanted } from './fetch-wanted.ts';
export { findZip } from './find-zip.ts';
export { generateListings } from './generate-listings.ts';
export { importListings, type ListingFormat } from './import-listings.ts';
export { isSameMake, mayBeSameModel } from './keys.ts';
export { keepSnapshot } from './keep-snapshot.ts';
export { purgeListings } from './purge-listings.ts';
export { readMarket, type MarketRead } from './read-market.ts';
export { preliminarySchema, type Preliminary } from './schemas.ts';
export { type Subject } from './subject.ts';
export { hasAllowance, purgeAllowances, takeAllowance } from './take-allowance.ts';
