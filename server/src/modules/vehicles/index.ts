// Owns what a VIN tells, by NHTSA's vPIC data in a file beside the service, and which VIN a plate stands for, by providers.
// Promises an answer in time or none at all: no input, missing file or silent provider makes it throw. Plates are sealed.
export { decodeVin, warmVinDecoder } from './decode-vin.ts';
export { VehicleDataError } from './errors.ts';
export { purgePlateAnswers } from './purge-plate-answers.ts';
export { queuePlateLookup, resolvePlate, type PlateResolution } from './resolve-plate.ts';
export { prepareVehicleData, type PreparedData } from './prepare-vehicle-data.ts';
export type { Confidence, Engine } from './rules.ts';
export { openVinDecoder, type DecodedVin, type VinDecoder } from './vin-decoder.ts';
export type { CheckDigit } from './vin-anatomy.ts';
