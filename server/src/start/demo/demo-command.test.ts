import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { createService } from '#app/composition';
import { testVehicleDir } from '#testing/vehicles';
import { cloneDatabase } from '#test/database/databases';
import { demoCommand } from './demo-command.ts';

const settings = { NODE_ENV: 'test', DATA_KEY: 'a key for tests only with 32 characters or more', LOG_LEVEL: 'silent' };

describe('the demonstration', () => {
  it(
    'fills an empty database with everything in every status, and is refused on one that is not empty',
    { timeout: 180_000 },
    async () => {
      const database = await cloneDatabase();
      const env = { ...settings, DATABASE_URL: database.url.reveal(), VEHICLE_DATA_DIR: testVehicleDir };
      const service = createService('makewhole-test', readConfig(env, 'cli'));
      try {
        const { ok, result, lines } = await demoCommand.run(service.ctx, {});
        expect([ok, result['synthetic']]).toEqual([true, true]);
        expect(lines.join('\n')).toContain('synthetic');
        const statuses = async (table: string) =>
          (await service.ctx.db.many<{ status: string }>({ text: `select distinct status from ${table}`, values: [] }))
            .map(({ status }) => status)
            .sort();
        expect(await statuses('intakes.intakes')).toHaveLength(9);
        expect(await statuses('referrals.referrals')).toHaveLength(7);
        expect(await statuses('plans.redemptions')).toEqual(['canceled', 'completed', 'open']);
        expect(await demoCommand.run(service.ctx, {})).toMatchObject({
          ok: false,
          lines: [expect.stringContaining('empty database')],
        });
      } finally {
        await service.close();
        await database.drop();
      }
    },
  );

  it('is refused in production', async () => {
    const env = { ...settings, NODE_ENV: 'production', DATABASE_URL: 'postgres://x@127.0.0.1/x', BLOB_DIR: '/tmp' };
    const service = createService('makewhole-test', readConfig(env, 'cli'));
    expect(await demoCommand.run(service.ctx, {})).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('not created in production')],
    });
    await service.close();
  });
});
