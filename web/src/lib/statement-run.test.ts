import { expect, it } from 'vitest';
import { toldOfRun } from './statement-run.ts';

it.each([
  [3, 0, 0, '3 statements were issued.'],
  [1, 7, 0, '1 statement was issued.'],
  [2, 0, 1, '2 statements were issued. 1 institution got none: a plan without a price.'],
  [0, 4, 2, 'No statement was issued. 2 institutions got none: a plan without a price.'],
  [0, 4, 0, 'No statement was issued: all 4 of that month were there already.'],
  [0, 1, 0, 'No statement was issued: the one of that month was there already.'],
  [0, 0, 0, 'No statement was issued: nobody was enrolled in that month.'],
])('a run that issued %i beside %i, with %i refused, says: %s', (...[issued, existing, refused, words]) => {
  expect(toldOfRun({ issued, existing, unpriced: Array.from({ length: refused }) })).toBe(words);
});
