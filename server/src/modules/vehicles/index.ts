// Owns vehicle identification: what a VIN tells, by NHTSA's vPIC data in a file, the names that listings give to it, and
// the VIN of a plate, by providers.
// Promises an answer in time or none, and never throws for input, a missing file or a provider. Encrypts stored plates.
export { purgePlateAnswers } from './plates/purge-plate-answers.ts';
export { prepareVehicleData } from './data/prepare-vehicle-data.ts';
export {
  decidePowertrain,
  findBaseTrim,
  isSameTrim,
  listTrims,
  nameBody,
  nameDrive,
  nameFuel,
  nameModel,
  nameTrims,
  proveModel,
  toMakeKey,
  toModelKey,
  type VehicleToName,
} from './names/name-rules.ts';
export type { Powertrain } from './names/model-alias-data.ts';
export { createVinDecoder, type DecodedVin, type VinDecoder } from './vin/create-vin-decoder.ts';
export { decodeVin } from './vin/decode-vin.ts';
export { toVehicleOfVin, type VehicleOfVin } from './vin/to-vehicle-of-vin.ts';
export { warmVinDecoder } from './vin/warm-vin-decoder.ts';
export { resolvePlate } from './plates/resolve-plate.ts';
export { createVehicleCheck, type VehicleWarning } from './vin/create-vehicle-check.ts';
export { findVinDecoder } from './vin/find-vin-decoder.ts';
export { computeCheckDigit, listModelYears } from './vin/vin-rules.ts';
export { queuePlateLookup } from './plates/queue-plate-lookup.ts';
export { personalData } from './personal-data.ts';
