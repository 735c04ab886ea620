import { expect, it } from 'vitest';
import { readWordTable } from './word-tables.ts';

it('only visible text of a word is read, so hidden text never gets into a value', () => {
  const hidden = ['\u{e0069}', '\u{e0100}', '\ufe0f', '\u3164', '\u115f', '\u034f', '\u202e', '\u200b', '\u0007'];
  const word = (text: string) => ['5', '1', '0', '0', '0', '0', '10', '10', '20', '10', '100', text].join('\t');
  const page = ['1', '1', '0', '0', '0', '0', '0', '0', '612', '792', '-1', '###PAGE###'].join('\t');
  const table = [page, word(`Ho${hidden.join('')}nda`), word(hidden.join(''))].join('\n');
  expect(readWordTable(table).words.map(({ text }) => text)).toEqual(['Honda']);
});
