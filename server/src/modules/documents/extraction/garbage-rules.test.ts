import { describe, expect, it } from 'vitest';
import { isGarbage } from './rules.ts';

const pageOf = (text: string, page = 1) =>
  text.split(' ').map((word, index) => ({ page, x: index, y: 0, w: 5, h: 9, text: word, sure: 100 }));

const noise = Array.from({ length: 60 }, (_, index) => `ħńŋ${index}`).join(' ');

describe('the first page', () => {
  it('the first page is garbage when hardly any of its words are those of reports', () => {
    expect(isGarbage(pageOf(noise))).toBe(true);
    expect(isGarbage(pageOf(`${noise} Value`))).toBe(true);
    expect(isGarbage(pageOf(`${noise} The value of the loss vehicle:`))).toBe(false);
  });

  it('a first page with few words, or another page, is not judged as garbage', () => {
    expect(isGarbage(pageOf('ħń ŋŌ ĶŎ'))).toBe(false);
    expect(isGarbage([...pageOf('the value of the vehicle', 1), ...pageOf(noise, 2)])).toBe(false);
  });
});
