// The bytes of a Signature header, in whichever encoding they were sent.
import { mistake, type Mistake } from './mistakes.ts';

export type SignatureBytes = { readonly bytes: Buffer; readonly mistakes: readonly Mistake[] };

const usual = /^[\w*.-]+=:([A-Za-z0-9+/_-]*={0,2}):$/;
const loose = /^(?:[\w*.-]+=)?\s*[:"']?([A-Za-z0-9+/_-]+={0,2})[:"']?$/;
const hexDigits = /^(?:[0-9a-f]{2})+$/i;

/** The readings of a header as 64 bytes, the simplest first. */
export function listSignatureBytes(header: string, alg: string | undefined): SignatureBytes[] {
  const text = usual.exec(header)?.[1];
  const found = text === undefined ? (loose.exec(header)?.[1] ?? '') : text;
  const form = text === undefined ? [mistake('signature.form')] : [];
  const decoded = listDecoded(found).map(({ bytes, mistakes }) => ({ bytes, mistakes: [...form, ...mistakes] }));
  const readings = decoded.flatMap((reading) => [reading, ...listInner(reading)]);
  const plain = readings.flatMap(({ bytes, mistakes }) => {
    if (bytes.length === 64) return [{ bytes, mistakes }];
    const halves = fromDer(bytes);
    return halves === undefined ? [] : [{ bytes: halves, mistakes: [...mistakes, mistake('signature.der')] }];
  });
  if (alg === 'ed25519') return plain;
  const swapped = plain.map(({ bytes, mistakes }) => ({
    bytes: Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)]),
    mistakes: [...mistakes, mistake('signature.swapped')],
  }));
  return [...plain, ...swapped];
}

function listDecoded(text: string): SignatureBytes[] {
  const isUrl = /[-_]/.test(text) || (text.length % 4 !== 0 && !text.endsWith('='));
  return [
    // Hexadecimal digits are also valid base64, of other bytes.
    ...(hexDigits.test(text) ? [{ bytes: Buffer.from(text, 'hex'), mistakes: [mistake('signature.hex')] }] : []),
    { bytes: Buffer.from(text, 'base64'), mistakes: isUrl ? [mistake('signature.base64url')] : [] },
  ];
}

/** The decoded bytes may themselves be encoded text. */
function listInner({ bytes, mistakes }: SignatureBytes): SignatureBytes[] {
  const text = bytes.toString('latin1');
  if (hexDigits.test(text))
    return [{ bytes: Buffer.from(text, 'hex'), mistakes: [...mistakes, mistake('signature.hex')] }];
  const isBase64 = /^[A-Za-z0-9+/]{80,100}={0,2}$/.test(text);
  return isBase64
    ? [{ bytes: Buffer.from(text, 'base64'), mistakes: [...mistakes, mistake('signature.double_base64')] }]
    : [];
}

/** r and s of a DER sequence of two integers, 32 bytes each; undefined if it is not one. */
function fromDer(der: Buffer): Buffer | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const halves: Buffer[] = [];
  let at = 2;
  while (at < der.length && halves.length < 2) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length === 0 || at + 2 + length > der.length) return undefined;
    const bytes = der.subarray(at + 2, at + 2 + length);
    const short = bytes[0] === 0 ? bytes.subarray(1) : bytes;
    if (short.length > 32) return undefined;
    halves.push(Buffer.concat([Buffer.alloc(32 - short.length), short]));
    at += 2 + length;
  }
  return halves.length === 2 && at === der.length ? Buffer.concat(halves) : undefined;
}
