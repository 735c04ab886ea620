// From a plate to a VIN: one port, two providers' HTTP APIs behind it. Tests run each adapter against a local double.
import type { Config, PlateConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { askAutoDev } from './auto-dev.ts';
import { askPlateToVin } from './plate-to-vin.ts';
import type { Plate, PlateAnswer, PlateGateway } from './port.ts';

export type { Plate, PlateAnswer, PlateGateway } from './port.ts';

const adapters: Record<PlateConfig['provider'], (config: PlateConfig, plate: Plate) => Promise<PlateAnswer>> = {
  platetovin: askPlateToVin,
  'auto.dev': askAutoDev,
};

export function createPlates({ plates }: Config): PlateGateway {
  if (plates === undefined) {
    return {
      configured: false,
      lookUp: async () => {
        throw new GatewayError('unavailable', 'no plate provider is configured');
      },
    };
  }
  return { configured: true, lookUp: (plate) => adapters[plates.provider](plates, plate) };
}
