import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { dropOptionalNulls } from './drop-optional-nulls.ts';

const schema = Type.Object({
  needed: Type.String(),
  maybe: Type.Optional(Type.String()),
  emptied: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  inner: Type.Optional(Type.Object({ needed: Type.String(), maybe: Type.Optional(Type.Integer()) })),
});

it('removes nulls of optional members only', () => {
  const body = { needed: null, maybe: null, emptied: null, unknown: null, inner: { needed: null, maybe: null } };
  dropOptionalNulls(body, schema);
  expect(body).toEqual({ needed: null, emptied: null, unknown: null, inner: { needed: null } });
  const other = { needed: 'x', inner: null };
  dropOptionalNulls(other, schema);
  expect(other).toEqual({ needed: 'x' });
});

it.each([[null], [undefined], ['text'], [[null]], [7]])('leaves what is no object as it is: %j', (body) => {
  const before = structuredClone(body);
  dropOptionalNulls(body, schema);
  expect(body).toEqual(before);
});
