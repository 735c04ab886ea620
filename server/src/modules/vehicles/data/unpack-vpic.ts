import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { vehicleDataUnusable } from '../errors.ts';
import { vpicSha256 } from './vpic-data.ts';

/** Unpacked it is 74.5 MB; anything larger than this is not that file. */
const unpackedBytesMax = 128 * 1024 * 1024;

/** The file is read once, so that the hashed bytes are the unpacked bytes. */
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
