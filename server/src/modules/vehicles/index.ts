// Owns what a VIN tells, by NHTSA's vPIC data in a file beside the service; nothing in PostgreSQL.
// Promises an answer in milliseconds or none at all: no input and no missing file makes it throw.
export { decodeVin, warmVinDecoder } from './decode-vin.ts';
export { VehicleDataError } from './errors.ts';
export { prepareVehicleData, type PreparedData } from './prepare-vehicle-data.ts';
export type { Confidence, Engine } from './rules.ts';
export { openVinDecoder, type DecodedVin, type VinDecoder } from './vin-decoder.ts';
export type { CheckDigit } from './vin-anatomy.ts';
