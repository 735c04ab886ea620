import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareVehicleData } from './data/prepare-vehicle-data.ts';
import { createVinDecoder, type VinDecoder } from './vin/create-vin-decoder.ts';

/** One directory for all tests of a machine: the file's name identifies its contents, and nothing changes it. */
export const testVehicleDir = join(tmpdir(), 'makewhole-vehicles');

export async function createTestDecoder(): Promise<VinDecoder> {
  await prepareVehicleData(testVehicleDir);
  return createVinDecoder(testVehicleDir);
}
