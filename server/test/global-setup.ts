import { prepareVehicleData } from '#modules/vehicles';
import { testVehicleDir } from '#testing/vehicles';
import { ensureTemplate } from '#test/database/databases';

export async function setup(): Promise<void> {
  await Promise.all([ensureTemplate(), prepareVehicleData(testVehicleDir)]);
}
