import { describe, expect, it } from 'vitest';
import { digestOf } from '#test/http/signed-requests';
import { digestViolation } from './content-digest.ts';

const body = Buffer.from('{"a":1}');
const right = digestOf(body);
const right512 = digestOf(body, 'sha-512');
const wrong = digestOf('x');
const wrong512 = digestOf('x', 'sha-512');

describe('a digest', () => {
  it.each([
    right,
    right512,
    `${right}, ${right512}`,
    `${right512},${right}`,
    `${right} \t,\t ${right512}`,
    `md5=:AA==:, ${right}`,
    `${right}, sha=:AA==:, crc32c, x="a, b", y=(1 2);z`,
    `${right};note=1`,
  ])('a digest matches: %s', (value) => {
    expect(digestViolation(value, body)).toBeUndefined();
  });

  it('the digest of zero bytes matches a missing body', () => {
    expect(digestViolation('sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:', Buffer.alloc(0))).toBeUndefined();
  });

  it('the example digest in RFC 9421 matches', () => {
    const value = 'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:';
    expect(digestViolation(value, Buffer.from('{"message": "good dog"}'))).toBeUndefined();
  });

  it.each([
    wrong,
    wrong512,
    `${right}, ${wrong512}`,
    `${wrong}, ${right512}`,
    `${wrong}, ${right}`,
    `${right}, ${right}`,
    'md5=:AA==:',
    'sha=:AA==:, x',
    '',
    ',',
    `${right},`,
    `,${right}`,
    right.toUpperCase(),
    right.replaceAll(':', '"'),
    right.replaceAll(':', ''),
    right.replace('=:', '=(:').replace(/$/, ')'),
    right.replace('=:', '=:AA'),
    right.replace(/=:$/, ':'),
    right.replace('sha-256', 'sha-512'),
    right512.replace('sha-512', 'sha-256'),
    'sha-256',
    'sha-256=::',
    'sha-256=1',
    `${right}, x="${' '.repeat(2000)}"`,
    `${right}\n`,
    `\u00a0${right}`,
  ])('a digest does not match: %j', (value) => {
    expect(digestViolation(value, body)).toEqual(expect.stringContaining('Content-Digest'));
  });
});
