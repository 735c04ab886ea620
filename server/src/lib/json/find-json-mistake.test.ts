import { array, assert, constantFrom, json, oneof, property } from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonMistake } from './find-json-mistake.ts';

it.each([
  ['', 1, 1, 'a value'],
  ['{', 1, 2, 'a name in double quotes'],
  ['{"a":1,}', 1, 8, 'a name in double quotes'],
  ["{'a':1}", 1, 2, 'a name in double quotes'],
  ['{"a" 1}', 1, 6, 'a colon'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or }'],
  ['{"a":[1 2]}', 1, 9, 'a comma or ]'],
  ['{"a":tru}', 1, 6, 'a value'],
  ['{"a":01}', 1, 7, 'a comma or }'],
  ['{"a":"x\ny"}', 1, 8, 'a double quote at the end of the string'],
  ['{"a":"\\x"}', 1, 7, 'a valid escape'],
  ['{} {}', 1, 4, 'the end of the text'],
])('the mistake in %j is found', (text, ...[line, column, expected]) => {
  expect(findJsonMistake(text)).toEqual({ line, column, expected });
});

it('a mistake is found exactly where JSON.parse finds one', () => {
  const pieces = array(
    constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', '1', '-', '0', '.5', 'e3', 'null', '\\u00e9', ' ', '\n'),
  );
  assert(
    property(
      oneof(
        pieces.map((parts) => parts.join('')),
        json(),
      ),
      (text) => {
        expect(findJsonMistake(text) === undefined).toBe(isJson(text));
      },
    ),
    { numRuns: 5_000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it('a text of ten million characters is read', () => {
  const text = `{"a":"${'x\\n'.repeat(3_000_000)}"`;
  expect(findJsonMistake(text)).toEqual({ line: 1, column: text.length + 1, expected: 'a comma or }' });
});
