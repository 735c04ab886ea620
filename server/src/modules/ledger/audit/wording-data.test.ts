import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { portalOperationWords } from './portal-wording-data.ts';
import { describeEntry, operationWords } from './wording-data.ts';

type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
};

function operationsOf(surface: 'staff' | 'portal'): string[] {
  const file = new URL(`../../../../../openapi/${surface}.json`, import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Described;
  return Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      // Reads by portal users leave no entry.
      surface === 'portal' && method === 'get' ? [] : (operationId ?? []),
    ),
  );
}

it('every change in the portal has a wording', () => {
  const operations = operationsOf('portal');
  expect(operations.length).toBeGreaterThan(60);
  expect(operations.filter((operation) => !(operation in portalOperationWords))).toEqual([]);
});

it('has words for every operation of the team', () => {
  const operations = operationsOf('staff');
  expect(operations.length).toBeGreaterThan(60);
  expect(operations.filter((operation) => !(operation in operationWords))).toEqual([]);
});

it('the wording tells what was refused, and keeps the name of an unknown operation', () => {
  expect(describeEntry({ kind: 'refused', operation: 'switches.set' })).toBe('was refused: turned a program on or off');
  expect(describeEntry({ kind: 'action', operation: 'other.version' })).toBe('did other.version');
});
