import { describe, expect, it } from 'vitest';
import { describeSdkTypes, printType } from './client-types.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the types of the client library', () => {
  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', "it's"] }, "'a' | 'it\\'s'"],
    [{ const: 'x' }, "'x'"],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'readonly (string | null)[]'],
    [ref('Referral'), "Components['Referral']"],
    [{ oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'type' } }, "Components['A'] | Components['B']"],
    [
      { allOf: [ref('A'), { type: 'object', properties: { b: {} }, required: ['b'] }] },
      "(Components['A']) & ({\n  readonly b: unknown;\n})",
    ],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Readonly<Record<string, boolean>>'],
    [{ type: 'object', additionalProperties: false }, 'Readonly<Record<string, never>>'],
    [{}, 'unknown'],
  ])('are printed: %j', (schema, printed) => {
    expect(printType(schema)).toBe(printed);
  });

  it('name components, follow references to answers and parameters, and list every code once', () => {
    const problem = { type: 'object', properties: { code: { enum: ['not_found', 'forbidden'] } } };
    const text = describeSdkTypes(
      JSON.stringify({
        servers: [{ url: 'https://api.example.com' }],
        paths: {
          '/x/{id}': {
            parameters: [],
            get: {
              operationId: 'whatever',
              parameters: [{ $ref: '#/components/parameters/Limit' }],
              responses: {
                200: { content: { 'application/json': { schema: ref('X') } } },
                404: { $ref: '#/components/responses/Gone' },
              },
            },
          },
        },
        webhooks: { event: { post: { requestBody: { content: { 'application/json': { schema: ref('X') } } } } } },
        components: {
          schemas: {
            X: { type: 'object', properties: { id: { type: 'string', description: 'ends */ here' } } },
            Problem: problem,
          },
          parameters: { Limit: { in: 'query', name: 'limit', schema: { type: 'integer' } } },
          responses: { Gone: { content: { 'application/problem+json': { schema: ref('Problem') } } } },
        },
      }),
      'a file',
    );
    expect(text).toContain("describedServer = 'https://api.example.com'");
    expect(text).toContain(
      "readonly 'GET /x/{id}': {\n    readonly query: {\n      readonly limit?: number | undefined;",
    );
    expect(text).toContain("readonly response: Components['X'];");
    expect(text).toContain("readonly event: Components['X'];");
    expect(text).toContain("ErrorCode = 'forbidden' | 'not_found';");
    expect(text).toContain('/** ends * / here */');
  });
});
