// Plate lookups: one port, implemented by two providers' HTTP APIs. Tests run each adapter against a local double.
import type { Config, PlateConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { lookUpWithAutoDev } from './auto-dev.ts';
import { lookUpWithPlateToVin } from './plate-to-vin.ts';
import type { Plate, PlateAnswer, PlateGateway } from './port.ts';

export type { Plate, PlateAnswer, PlateGateway } from './port.ts';

const adapters: Record<PlateConfig['provider'], (config: PlateConfig, plate: Plate) => Promise<PlateAnswer>> = {
  platetovin: lookUpWithPlateToVin,
  'auto.dev': lookUpWithAutoDev,
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
