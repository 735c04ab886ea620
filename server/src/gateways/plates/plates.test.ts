import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { startPlates, type PlateDouble, type PlateMood } from '#test/doubles/plates';
import { readTestConfig } from '#test/fixtures/test-settings';
import { createPlates, type PlateGateway } from './index.ts';

const required = {
  DATABASE_URL: 'postgres://x@127.0.0.1/x',
  DATA_KEY: 'a key for tests only with 32 characters or more',
};
const vin = '1HGCM82633A004352';

describe.each(['platetovin', 'auto.dev'] as const)('plates by %s', (provider) => {
  let double: PlateDouble;
  let plates: PlateGateway;
  beforeAll(async () => {
    double = await startPlates(provider);
    plates = createPlates(readTestConfig({ ...required, ...double.env }));
    double.know('TX', 'ABC123', vin);
  });
  afterAll(() => double.close());

  it('the VIN of a known plate is found, and an unknown plate is reported as such', async () => {
    double.behave('answer');
    expect(await plates.lookUp({ plate: 'ABC123', state: 'TX' })).toEqual({ kind: 'found', vin });
    expect(await plates.lookUp({ plate: 'ABC123', state: 'CA' })).toEqual({ kind: 'unknown' });
    expect(double.asked).toEqual(['TX/ABC123', 'CA/ABC123']);
  });

  it.each([
    ['too many', 'unavailable'],
    ['broken', 'unavailable'],
    ['cut off', 'unavailable'],
    ['not the api', 'malformed'],
    ['without vin', 'malformed'],
    ['endless', 'malformed'],
    ['refuse', 'refused'],
  ] as const satisfies readonly [PlateMood, string][])(
    'a lookup calls a provider in the mood "%s" %s',
    async (mood, kind) => {
      double.behave(mood);
      await expect(plates.lookUp({ plate: 'ABC123', state: 'TX' })).rejects.toMatchObject({
        name: 'GatewayError',
        kind,
      });
    },
  );

  it('errors contain neither the plate nor the key', async () => {
    double.behave('broken');
    const error: unknown = await plates.lookUp({ plate: 'ABC123', state: 'TX' }).catch((thrown: unknown) => thrown);
    const words = JSON.stringify(error, Object.getOwnPropertyNames(error));
    for (const secret of ['ABC123', 'synthetic-plate-key']) expect(words).not.toContain(secret);
  });
});

describe('without a plate provider', () => {
  it('a lookup without a provider reports that it is not possible', async () => {
    const plates = createPlates(readConfig(required, 'api'));
    expect(plates.configured).toBe(false);
    await expect(plates.lookUp({ plate: 'ABC123', state: 'TX' })).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    [{ PLATE_PROVIDER: 'auto.dev' }, 'PLATE_PROVIDER, PLATE_API_KEY must be set together'],
    [{ PLATE_PROVIDER: 'somebody', PLATE_API_KEY: 'k' }, 'PLATE_PROVIDER must be platetovin or auto.dev'],
  ])('invalid plate settings are refused: %j', (env, problem) => {
    expect(() => readConfig({ ...required, ...env }, 'api')).toThrow(problem);
  });
});
