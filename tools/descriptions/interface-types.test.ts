import { describe, expect, it } from 'vitest';
import { describeTypes, printType } from './interface-types.ts';

describe('the type of a schema', () => {
  it.each([
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: 'string', format: 'email', description: 'whose' }, 'string'],
    [{ enum: ['a', "it's", 1, null] }, "'a' | 'it\\'s' | 1 | null"],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'readonly (string | null)[]'],
    [{ type: 'array', items: { type: 'array', items: { type: 'boolean' } } }, 'readonly (readonly boolean[])[]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Readonly<Record<string, string>>'],
    [{ type: 'object', properties: {}, additionalProperties: false }, 'Readonly<Record<string, never>>'],
    [{}, 'unknown'],
    [
      { type: 'object', properties: { a: { type: 'string' }, 'b-c': { type: 'null' } }, required: ['a'] },
      "{\n  readonly a: string;\n  readonly 'b-c'?: null;\n}",
    ],
  ])('%j is %s', (schema, type) => {
    expect(printType(schema)).toBe(type);
  });

  it.each([{ $ref: '#/components/schemas/Case' }, { allOf: [] }, { type: 'object', patternProperties: {} }])(
    'is not guessed: %j is refused',
    (schema) => {
      expect(() => printType(schema)).toThrow('no type for the keyword');
    },
  );
});

it('an operation has its body and what it answers when it succeeds, and none that is no JSON', () => {
  const json = (type: string) => ({ content: { 'application/json': { schema: { type } } } });
  const paths = {
    '/b': {
      post: {
        operationId: 'b.do',
        requestBody: json('string'),
        responses: { 201: json('integer'), 409: json('null') },
      },
    },
    '/a': { get: { operationId: 'a.file', responses: { 200: { content: { 'text/csv': { schema: {} } } } } } },
  };
  expect(describeTypes(JSON.stringify({ paths }), 'openapi/staff.json').split('\n').slice(3)).toEqual([
    'export type Operations = {',
    "  readonly 'b.do': {",
    '    readonly body: string;',
    '    readonly response: number;',
    '  };',
    '};',
    '',
  ]);
});
