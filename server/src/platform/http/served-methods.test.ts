import { expect, it } from 'vitest';
import { findServedMethods, listTakenMethods } from './served-methods.ts';

const patterns = new Map([
  ['/cases', new Set(['GET', 'POST'])],
  ['/cases/:id', new Set(['GET'])],
  ['/cases/search', new Set(['POST'])],
  ['/cases/:id/notes', new Set(['PUT'])],
  ['/cases/search/:name', new Set(['DELETE'])],
  ['/files/*', new Set(['GET'])],
]);
const find = findServedMethods(patterns);
const served = (path: string) => [...(find(path) ?? [])].join(' ');

it('findServedMethods returns the methods of the pattern that the router would choose', () => {
  const expected = {
    '/cases': 'GET POST',
    '/cases/c1': 'GET',
    '/cases/search': 'POST',
    '/cases/c1/notes': 'PUT',
    '/cases/search/notes': 'DELETE',
    '/cases/%73earch': 'POST',
    '/cases/100%': 'GET',
    '/files/a/b': 'GET',
  };
  expect(Object.fromEntries(Object.keys(expected).map((path) => [path, served(path)]))).toEqual(expected);
});

it('findServedMethods returns none for a path without a valid name', () => {
  expect(['/cases/', '/cases/%00', '/case', '/cases/c1/notes/1', '/files', ''].map(served)).toEqual(
    Array.from({ length: 6 }, () => ''),
  );
});

it('listTakenMethods finds the methods that another pattern would take', () => {
  expect(listTakenMethods(patterns)).toEqual([{ url: '/cases/search', methods: ['GET'] }]);
});
