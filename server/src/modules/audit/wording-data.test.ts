import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeEntry, operationWords } from './wording-data.ts';

const description = JSON.parse(readFileSync(new URL('../../../../openapi/staff.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
};

it('has words for every operation of the team', () => {
  const operations = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(operations.length).toBeGreaterThan(60);
  expect(operations.filter((operation) => !(operation in operationWords))).toEqual([]);
});

it('says what was refused, and names what it does not know', () => {
  expect(describeEntry({ kind: 'refused', operation: 'switches.set' })).toBe('was refused: turned a program on or off');
  expect(describeEntry({ kind: 'action', operation: 'other.version' })).toBe('did other.version');
});
