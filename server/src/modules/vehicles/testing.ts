import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareVehicleData } from './prepare-vehicle-data.ts';
import { openVinDecoder, type VinDecoder } from './vin-decoder.ts';

/** One directory for all tests of a machine: the file's name says what is in it, and nobody changes it. */
export const testVehicleDir = join(tmpdir(), 'makewhole-vehicles');

export async function openTestDecoder(): Promise<VinDecoder> {
  await prepareVehicleData(testVehicleDir);
  return openVinDecoder(testVehicleDir);
}
