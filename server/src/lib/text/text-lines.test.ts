import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines, type TextLine } from './text-lines.ts';

async function read(chunks: readonly Uint8Array[], maxBytes = 100): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  for await (const some of readLines(stream(chunks), maxBytes)) lines.push(...some);
  return lines;
}

async function* stream(chunks: readonly Uint8Array[]) {
  yield* chunks;
}

describe('the lines of a stream', () => {
  it('lines are the same however the stream is split into chunks', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n\uFEFF]/g, '')));
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect((await read(pieces, 10_000)).map(({ text }) => text)).toEqual(lines);
      }),
    );
  });

  it('lines keep their numbers around one that is too long or not UTF-8, and at an end without a newline', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`a\r\n${'x'.repeat(101)}\n`),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from('\nlast'),
    ]);
    expect(await read([bytes])).toEqual([
      { line: 1, text: 'a' },
      { line: 2, text: undefined },
      { line: 3, text: undefined },
      { line: 4, text: '' },
      { line: 5, text: 'last' },
    ]);
  });
});
