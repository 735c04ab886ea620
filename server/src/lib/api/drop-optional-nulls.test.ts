import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { dropOptionalNulls } from './drop-optional-nulls.ts';

const schema = Type.Object({
  needed: Type.String(),
  maybe: Type.Optional(Type.String()),
  emptied: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  inner: Type.Optional(Type.Object({ needed: Type.String(), maybe: Type.Optional(Type.Integer()) })),
});

it('nulls of optional members are removed, and other nulls stay', () => {
  const body = { needed: null, maybe: null, emptied: null, unknown: null, inner: { needed: null, maybe: null } };
  dropOptionalNulls(body, schema);
  expect(body).toEqual({ needed: null, emptied: null, unknown: null, inner: { needed: null } });
  const other = { needed: 'x', inner: null };
  dropOptionalNulls(other, schema);
  expect(other).toEqual({ needed: 'x' });
});

it.each([[null], [undefined], ['text'], [[null]], [7]])(
  'a value that is not an object is left as it is: %j',
  (body) => {
    const before = structuredClone(body);
    dropOptionalNulls(body, schema);
    expect(body).toEqual(before);
  },
);
