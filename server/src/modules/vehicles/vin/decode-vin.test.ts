import * as fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usedMb } from '#test/processes/memory';
import { createTestDecoder, testVehicleDir } from '../testing.ts';
import type { VinDecoder } from './create-vin-decoder.ts';
import { decodeVin, warmVinDecoder } from './decode-vin.ts';

let decoder: VinDecoder;
beforeAll(async () => {
  decoder = await createTestDecoder();
});
afterAll(() => decoder.close());

type DecodeCtx = Parameters<typeof decodeVin>[0];

/** As much of a context as decoding needs; it records the log lines. */
function ctxWith(vehicleDataDir: string): DecodeCtx & { readonly told: unknown[] } {
  const told: unknown[] = [];
  const log = { error: (details: unknown, words: string) => told.push({ details, words }) };
  const metrics = { of: () => ({ dataFailures: { inc: () => told.push('counted') } }) };
  return { config: { vehicleDataDir }, log, metrics, told } as unknown as DecodeCtx & { told: unknown[] };
}

describe('a text that is not a VIN', () => {
  const lengths = [0, 1, 10, 18, 34, 35, 100, 1000];

  it.each(lengths.flatMap((length) => ['1', 'A', ' ', '-', 'é', '😀', '\0'].map((char) => [char, length] as const)))(
    'the text %j, %i times over, decodes to nothing',
    (char, length) => {
      expect(decoder.decode(char.repeat(length))).toBeUndefined();
    },
  );

  it.each([
    "1HG'; drop table wmi",
    "' or '1'='1' --  ",
    '1HGCM82633A%____*',
    '**********************',
    '[A-Z][A-Z][A-Z]*|##',
    '1HGCM82633A00435\0',
    '１ＨＧＣＭ８２６３３Ａ００４３５２',
    '1HGCM82633А004352',
    'ﬀﬀﬀﬀﬀﬀﬀﬀﬀﬀﬀ',
    'ßßßßßßßßßßßßßßßßß',
    '__proto__constructor',
    '\u202e1HGCM82633A004352',
  ])('the text %j gives nothing', (text) => {
    expect(decoder.decode(text)).toBeUndefined();
  });

  it.each([undefined, null, 17, {}, [], Symbol('vin')])('a value of another type gives nothing', (value) => {
    expect(decoder.decode(value as unknown as string)).toBeUndefined();
  });
});

describe('a VIN of a known maker', () => {
  it('an unknown model of a known maker gives the make, with the lowest confidence', () => {
    expect(decoder.decode('ZZZZZZZZ0KZ000000')).toBeUndefined();
    expect(decoder.decode('1HGZZZZZ0ZZ000000')).toMatchObject({
      make: 'Honda',
      year: undefined,
      model: undefined,
      trims: [],
    });
    expect(decoder.decode('5YJZZZZZ0KZ000000')).toMatchObject({ make: 'Tesla', model: undefined, confidence: 'low' });
  });
});

describe('any text', () => {
  it('any text gives nothing, or a vehicle whose every member is within its bounds', () => {
    const vinChars = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
    const makers = fc.constantFrom('1FT', '1FM', '1HG', 'WBA', 'WDD', '4T1', '5YJ', '1G1', 'JH4', '1M8', '1D9', 'KM8');
    const likely = fc
      .tuple(makers, fc.array(vinChars, { minLength: 8, maxLength: 14 }))
      .map(([maker, rest]) => maker + rest.join(''));
    fc.assert(
      fc.property(
        fc.oneof(likely, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 1000 })),
        (text) => {
          const decoded = decoder.decode(text);
          if (decoded === undefined) return;
          expect(decoded.vin).toMatch(/^[A-HJ-NPR-Z0-9]{11,17}$/);
          expect(decoded.complete).toBe(decoded.vin.length === 17);
          expect(['high', 'medium', 'low']).toContain(decoded.confidence);
          expect(decoded.year ?? 2000).toBeGreaterThanOrEqual(1980);
          expect(decoded.year ?? 2000).toBeLessThanOrEqual(2027);
          expect(decoded.trims.length).toBeLessThanOrEqual(20);
          if (!decoded.complete || decoded.checkDigit === 'wrong') expect(decoded.confidence).not.toBe('high');
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('memory', () => {
  it('memory does not grow with the number of VINs, only up to the 5,000 that are cached', () => {
    const ask = (from: number, count: number) => {
      for (let serial = from; serial < from + count; serial += 1)
        decoder.decode(`5FNRL3829${serial % 8}B${String(serial).padStart(6, '0')}`);
    };
    ask(0, 6000);
    const before = usedMb('heapUsed');
    ask(6000, 9000);
    expect(usedMb('heapUsed') - before).toBeLessThan(4);
  });

  it('memory gives the same answer again, from the cache', () => {
    const first = decoder.decode('1HGCM82633A004352');
    expect(decoder.decode('1hgcm82633a-004352')).toBe(first);
  });
});

describe('decoding for an intake', () => {
  it('decoding for an intake uses prepared data', async () => {
    const ctx = ctxWith(testVehicleDir);
    await expect(warmVinDecoder(ctx)).resolves.toBe(true);
    await expect(decodeVin(ctx, '1FTFW5L86RFB45612')).resolves.toMatchObject({ year: 2024, model: 'F-150' });
    expect(ctx.told).toEqual([]);
  });

  it('decoding for an intake gives nothing where there is no data and none can be made, logs it once, and does not throw', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vin-'));
    try {
      const blocked = join(dir, 'file');
      writeFileSync(blocked, 'a directory cannot be made here');
      const ctx = ctxWith(join(blocked, 'vehicles'));
      for (const vin of ['1FTFW5L86RFB45612', 'nonsense', '']) {
        await expect(decodeVin(ctx, vin)).resolves.toBeUndefined();
      }
      await expect(warmVinDecoder(ctx)).resolves.toBe(false);
      expect(ctx.told).toHaveLength(2);
      expect(ctx.told).toEqual([
        'counted',
        {
          words: 'vehicles.data-unusable',
          details: { err: expect.any(Error), problem: expect.stringContaining('could not be filled') },
        },
      ]);
      expect(JSON.stringify(ctx.told)).not.toContain('1FTFW5L86RFB45612');
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('decoding for an intake waits for data that is being prepared no longer than half a second', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vin-'));
    try {
      const ctx = ctxWith(dir);
      const startedAt = performance.now();
      const early = await decodeVin(ctx, '1FTFW5L86RFB45612');
      const waitedMs = performance.now() - startedAt;
      await expect(warmVinDecoder(ctx)).resolves.toBe(true);
      // A machine that prepares the data faster may answer immediately.
      if (waitedMs >= 500) expect(early).toBeUndefined();
      expect(waitedMs).toBeLessThan(2500);
      await expect(decodeVin(ctx, '1FTFW5L86RFB45612')).resolves.toMatchObject({ model: 'F-150' });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
