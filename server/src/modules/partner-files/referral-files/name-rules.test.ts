import { expect, it } from 'vitest';
import { splitName } from './rules.ts';

it.each<[string, readonly [string, string] | undefined]>([
  ['Synthetic Borrower', ['Synthetic', 'Borrower']],
  ['Borrower, Synthetic', ['Synthetic', 'Borrower']],
  ['van der Borrower, Synthetic A.', ['Synthetic A.', 'van der Borrower']],
  ['Synthetic A. Borrower', undefined],
  ['Synthetic Borrower, Jr.', undefined],
  ['Synthetic LLC', undefined],
  ['Synthetic & Other', undefined],
  ['Synthetic', undefined],
  ['Borrower,', undefined],
  ['A, B, C', undefined],
])('a name in one column, %j, is split only if the result is certain', (text, name) => {
  expect(splitName(text)).toEqual(name && { first_name: name[0], last_name: name[1] });
});
