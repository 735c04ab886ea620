// Owns listings of vehicles for sale, market reads computed from them, snapshots, and the anonymous allowance.
// Promises that a read never fails its caller, and that a stored one can be recomputed from its snapshot.
export { computePreliminary } from './reads/compute-preliminary.ts';
export { fetchListings } from './feed/feed.ts';
export { fetchWanted } from './feed/feed.ts';
export { findZip } from './zips/zips.ts';
export { generateListings } from './synthetic/synthetic.ts';
export { importListings, type ListingFormat } from './listings/import-listings.ts';
export { isSameMake, mayBeSameModel } from './name-rules.ts';
export { figureSnapshot, type FiguredLine, type FiguredSnapshot } from './snapshots/snapshots.ts';
export { getSnapshot } from './snapshots/snapshots.ts';
export { removeSnapshots } from './snapshots/snapshots.ts';
export { storeSnapshot } from './snapshots/snapshots.ts';
export { purgeListings } from './listings/import-listings.ts';
export { readMarket, type MarketRead } from './reads/read-market.ts';
export { computeSandboxRead } from './synthetic/synthetic.ts';
export { preliminarySchema, snapshotSchema, type Preliminary, type SnapshotView } from './schemas.ts';
export type { Subject } from './subject-rules.ts';
export { consumeAllowance } from './reads/read-allowance.ts';
export { rateModels } from './reads/compute-preliminary.ts';
export { hasAllowance } from './reads/read-allowance.ts';
export { purgeAllowances } from './reads/read-allowance.ts';
export { personalData } from './personal-data.ts';
