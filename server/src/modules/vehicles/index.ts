// Owns vehicle identification: what a VIN tells, by NHTSA's vPIC data in a file, the names that listings give to it, and
// the VIN of a plate, by providers.
// Promises an answer in time or none, and never throws for input, a missing file or a provider. Encrypts stored plates.
export { purgePlateAnswers } from './plates/plates.ts';
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
export { toVehicleOfVin, type VehicleOfVin } from './vin/decode-vin.ts';
export { warmVinDecoder } from './vin/decode-vin.ts';
export { resolvePlate } from './plates/plates.ts';
export { createVehicleCheck, type VehicleWarning } from './vin/decode-vin.ts';
export { computeCheckDigit, listModelYears } from './vin/rules.ts';
export { queuePlateLookup } from './plates/plates.ts';
export { personalData } from './personal-data.ts';
