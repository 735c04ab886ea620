import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { mendPaste, readHeaderLines } from './rules.ts';

const mended = (text: string, length: number) => mendPaste(Buffer.from(text), String(length)).body.toString();

describe('pasted bodies', () => {
  it.each([
    ['{}\n', 2, '{}'],
    ['{}\r\n\n\r\n', 2, '{}'],
    ['{}\r\r\n', 3, '{}\r'],
    ['{}\n\n\n', 4, '{}\r\n'],
    ['a\nb\r\n\n', 4, 'a\nb\n'],
    ['\n\n', 0, ''],
  ])('the pasted body %j of %i bytes was sent as %j', (text, length, sent) => {
    expect(mended(text, length)).toBe(sent);
  });

  it('a pasted body that begins with 262,144 line breaks is fixed in under 50 ms', async () => {
    const text = `${'\n'.repeat(262_144)}x`;
    expect(await processorMs(() => mended(text, 5))).toBeLessThan(50);
  });
});

it('a pasted header’s value is trimmed', () => {
  expect(readHeaderLines(['A:\t b c \t', 'B:', '> C: d', 'no header', ': none'])).toEqual([
    'A',
    'b c',
    'B',
    '',
    'C',
    'd',
  ]);
});
