// Owns what a car is and what it is worth: VINs, plates, names, listings, market reads and their snapshots.
// Promises an answer in time or none, never an error for odd input, and that a stored read can be recomputed.
export { prepareVehicleData } from './data/prepare-vehicle-data.ts';
export { fetchListings, fetchWanted } from './feed/feed.ts';
export { importListings, type ListingFormat, purgeListings } from './listings/import-listings.ts';
export { isSameMake, mayBeSameModel, type Subject } from './market/subject-rules.ts';
export { preliminarySchema, snapshotSchema, type Preliminary } from './market/schemas.ts';
export {
  decidePowertrain,
  isSameTrim,
  listTrims,
  nameModel,
  proveModel,
  toMakeKey,
  toModelKey,
} from './names/name-rules.ts';
export { personalData } from './personal-data.ts';
export { resolvePlate, queuePlateLookup } from './plates/plates.ts';
export { computePreliminary, rateModels } from './reads/compute-preliminary.ts';
export { consumeAllowance, hasAllowance } from './reads/rules.ts';
export { readMarket, type MarketRead } from './reads/read-market.ts';
export {
  figureSnapshot,
  type FiguredLine,
  type FiguredSnapshot,
  getSnapshot,
  removeSnapshots,
  storeSnapshot,
} from './snapshots/snapshots.ts';
export { generateListings, computeSandboxRead } from './synthetic/synthetic.ts';
export { createVinDecoder, type DecodedVin, type VinDecoder } from './vin/create-vin-decoder.ts';
export { decodeVin, toVehicleOfVin, type VehicleOfVin, warmVinDecoder, createVehicleCheck } from './vin/decode-vin.ts';
export { computeCheckDigit, listModelYears } from './vin/rules.ts';
export { findZip } from './zips/zips.ts';
