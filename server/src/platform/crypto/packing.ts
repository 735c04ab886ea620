import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Of the texts below; in front of what was packed by it, so that another one can be added. */
const number = 1;
/** What our mails have in common, as they are stored. It never changes: what was packed by it is unpacked by it alone. */
const dictionary = readFileSync(new URL('packing-1.txt', import.meta.url));
/** Higher levels make a mail hardly smaller and take half as long again. */
const level = 3;
/** Enough for what lies as far back as the texts are long, and little to allocate for every message. */
const [memLevel, windowBits] = [4, 13];
/** Far more than any message with its attachments. */
const mostBytes = 64 * 1024 * 1024;

/** A long text in few bytes; a mail becomes a twentieth. */
export const pack = (plain: string): Buffer =>
  Buffer.concat([Buffer.of(number), deflateRawSync(plain, { level, memLevel, windowBits, dictionary })]);

export function unpack(packed: Buffer): Buffer {
  if (packed[0] !== number) throw new Error('packed by a text that is not known');
  return inflateRawSync(packed.subarray(1), { dictionary, maxOutputLength: mostBytes });
}
