// Owns listings of vehicles for sale, market reads computed from them, snapshots, and the anonymous allowance.
// Promises that a read never fails its caller, and that a stored one can be recomputed from its snapshot.
export { computePreliminary } from './reads/compute-preliminary.ts';
export { fetchListings } from './feed/fetch-listings.ts';
export { fetchWanted } from './feed/fetch-wanted.ts';
export { findZip } from './zips/find-zip.ts';
export { generateListings } from './synthetic/generate-listings.ts';
export { importListings, type ListingFormat } from './listings/import-listings.ts';
export { isSameMake, mayBeSameModel } from './name-rules.ts';
export { figureSnapshot, type FiguredLine, type FiguredSnapshot } from './snapshots/figure-snapshot.ts';
export { getSnapshot } from './snapshots/get-snapshot.ts';
export { removeSnapshots } from './snapshots/remove-snapshots.ts';
export { storeSnapshot } from './snapshots/store-snapshot.ts';
export { purgeListings } from './listings/purge-listings.ts';
export { readMarket, type MarketRead } from './reads/read-market.ts';
export { computeSandboxRead } from './synthetic/compute-sandbox-read.ts';
export { preliminarySchema, snapshotSchema, type Preliminary, type SnapshotView } from './schemas.ts';
export type { Subject } from './subject-rules.ts';
export { consumeAllowance } from './reads/consume-allowance.ts';
export { rateModels } from './reads/rate-models.ts';
export { hasAllowance } from './reads/has-allowance.ts';
export { purgeAllowances } from './reads/purge-allowances.ts';
export { personalData } from './personal-data.ts';
