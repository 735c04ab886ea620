// Owns vehicle identification: what a VIN tells, by NHTSA's vPIC data in a file, and the VIN of a plate, by providers.
// Promises an answer in time or none, and never throws for input, a missing file or a provider. Encrypts stored plates.
export { purgePlateAnswers } from './plates/purge-plate-answers.ts';
export { prepareVehicleData } from './data/prepare-vehicle-data.ts';
export { createVinDecoder, type DecodedVin, type VinDecoder } from './vin/create-vin-decoder.ts';
export { decodeVin } from './vin/decode-vin.ts';
export { warmVinDecoder } from './vin/warm-vin-decoder.ts';
export { resolvePlate } from './plates/resolve-plate.ts';
export { computeCheckDigit } from './vin/vin-rules.ts';
export { queuePlateLookup } from './plates/queue-plate-lookup.ts';
