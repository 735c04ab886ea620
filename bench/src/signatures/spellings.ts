// The same signature in another spelling, or another one that the same key could be thought to have made.
import type { SignatureAlgorithm } from '@makewhole/server/src/lib/http-signatures/gap-v2.ts';
import { changeHeader, headerOf, type Message } from '@makewhole/server/test/http/signed-requests.ts';

/** The orders of both groups. */
const orders: Readonly<Record<SignatureAlgorithm, bigint>> = {
  ed25519: 2n ** 252n + 27742317777372353535851937790883648493n,
  'ecdsa-p256-sha256': BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
};

type Whole = (signature: Buffer, alg: SignatureAlgorithm) => string;

const wrap = (base64: string): string => `svc=:${base64}:`;
const plain = (bytes: Uint8Array): string => wrap(Buffer.from(bytes).toString('base64'));
const toBytes = (number: bigint): Buffer => Buffer.from(number.toString(16).padStart(64, '0').slice(-64), 'hex');
const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** The second half of an Ed25519 signature is a number with its lowest byte first. */
const plusOrder = (signature: Buffer): Buffer => {
  const number = toNumber(Buffer.from(signature.subarray(32).toReversed())) + orders.ed25519;
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(toBytes(number).toReversed())]);
};

/** DER, as most libraries write an ECDSA signature. */
function toDer(signature: Buffer): Buffer {
  const integer = (bytes: Buffer): Buffer => {
    const trimmed = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
    const body = (trimmed[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), trimmed]) : trimmed;
    return Buffer.concat([Buffer.of(2, body.length), body]);
  };
  const parts = Buffer.concat([integer(signature.subarray(0, 32)), integer(signature.subarray(32))]);
  return Buffer.concat([Buffer.of(0x30, parts.length), parts]);
}

const ways = {
  'no padding': (signature) => wrap(signature.toString('base64').replaceAll('=', '')),
  'url alphabet': (signature) => wrap(`-_${signature.toString('base64').slice(2)}`),
  'bits behind the end': (signature) =>
    wrap(
      signature
        .toString('base64')
        .replace(/.==$/, (end) => `${end === 'A==' ? 'B' : end === 'Q==' ? 'R' : end === 'g==' ? 'h' : 'x'}==`),
    ),
  'a line break': (signature) => wrap(signature.toString('base64').replace(/^.{40}/, '$&\n')),
  hexadecimal: (signature) => wrap(signature.toString('hex')),
  'as text': (signature) => `svc="${signature.toString('base64')}"`,
  'with a parameter': (signature) => `${plain(signature)};x`,
  'another label': (signature) => plain(signature).replace('svc', 'sig1'),
  'a second label': (signature) => `${plain(signature)}, sig1=:AA==:`,
  'one byte more': (signature) => plain(Buffer.concat([signature, Buffer.of(0)])),
  'one byte less': (signature) => plain(signature.subarray(0, 63)),
  'one bit': (signature) =>
    plain(
      signature.map((byte, at) => (at === (signature[5] ?? 0) % 64 ? byte ^ (1 << ((signature[9] ?? 0) & 7)) : byte)),
    ),
  'halves changed': (signature) => plain(Buffer.concat([signature.subarray(32), signature.subarray(0, 32)])),
  zeros: () => plain(Buffer.alloc(64)),
  'first half zero': (signature) => plain(Buffer.concat([Buffer.alloc(32), signature.subarray(32)])),
  'second half zero': (signature) => plain(Buffer.concat([signature.subarray(0, 32), Buffer.alloc(32)])),
  ones: () => plain(Buffer.alloc(64, 255)),
  order: (_signature, alg) => plain(Buffer.concat([toBytes(orders[alg]), toBytes(orders[alg])])),
  'plus the order': (signature) => plain(plusOrder(signature)),
  der: (signature) => plain(toDer(signature)),
  // Of an ECDSA signature (r, s) the same key verifies (r, n - s) too: what was signed is untouched, and its nonce is used up.
  mirrored: (signature, alg) =>
    plain(Buffer.concat([signature.subarray(0, 32), toBytes(orders[alg] - toNumber(signature.subarray(32)))])),
} as const satisfies Record<string, Whole>;
type Way = keyof typeof ways;

const common = (Object.keys(ways) as Way[]).filter((way) => !['plus the order', 'der', 'mirrored'].includes(way));
export const spellings: Readonly<Record<'ed25519' | 'ecdsa', readonly Way[]>> = {
  ed25519: [...common, 'plus the order'],
  ecdsa: [...common, 'der'],
};

export function otherSpelling(message: Message, alg: SignatureAlgorithm, way: Way): Message {
  const [, base64 = ''] = /^svc=:(.*):$/.exec(headerOf(message, 'signature') ?? '') ?? [];
  return changeHeader(message, 'signature', () => ways[way](Buffer.from(base64, 'base64'), alg));
}
