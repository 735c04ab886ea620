import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { createValidator, patternWords, shownPattern, toIssues } from './index.ts';

let harness: Harness;
let routes: ServedRoute[];
beforeAll(async () => {
  ({ started: harness, routes } = await collectRoutes(() => startHarness()));
});
afterAll(() => harness.close());

type Schema = Record<string, unknown>;

/** Every schema that validates requests, with the name of its operation. */
const requestSchemas = (): [name: string, schema: Schema][] =>
  routes.flatMap(({ operation = '', schemas }) =>
    schemas.map(({ part, schema }): [string, Schema] => [`${operation} ${part}`, schema as Schema]),
  );

/** Every schema inside a schema, itself included. */
function within(schema: unknown): Schema[] {
  if (schema === null || typeof schema !== 'object') return [];
  const parts = Object.values(schema).flatMap(within);
  return Array.isArray(schema) ? parts : [schema as Schema, ...parts];
}

/** Values that violate a schema in each possible way. */
const wrong = [
  null,
  true,
  -1,
  1.5,
  1e12,
  '',
  ' ',
  '\\',
  'x'.repeat(5000),
  {},
  { unknown: 1 },
  [],
  Array.from({ length: 2000 }, () => 1),
];

/** The value in the place of each member in turn, and of all together. */
function brokenValues(schema: Schema, value: unknown): unknown[] {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
  };
  if (anyOf !== undefined) return [value, ...anyOf.flatMap((one) => brokenValues(one, value))];
  if (items !== undefined) return [value, ...brokenValues(items, value).map((one) => [one, one])];
  if (properties === undefined) return [value];
  const deeper = Object.entries(properties).map(([name, one]) => [name, brokenValues(one, value)] as const);
  const most = Math.max(1, ...deeper.map(([, values]) => values.length));
  const all = Array.from({ length: most }, (_, at) =>
    Object.fromEntries(deeper.map(([name, values]) => [name, values[Math.min(at, values.length - 1)]])),
  );
  return [value, ...all];
}

/** Typical wording of the validator itself, and the look of a regular expression. */
const raw =
  /must NOT|must match|must be (?:string|integer|object|boolean|array|equal|>=|<=)|propert|items|\\|\^|\$|\{|\[/;

describe('messages about an invalid request', () => {
  it('messages are in our own words for every served schema, with one per member', { timeout: 120_000 }, () => {
    const schemas = requestSchemas();
    expect(schemas.length).toBeGreaterThan(200);
    const validator = createValidator();
    const said = new Set<string>();
    for (const [name, schema] of schemas) {
      const validate = validator.compile(schema);
      for (const value of wrong.flatMap((one) => brokenValues(schema, one))) {
        if (validate(value)) continue;
        const issues = toIssues(validate.errors ?? []);
        expect([name, issues.length > 0, new Set(issues.map(({ path }) => path)).size]).toEqual([
          name,
          true,
          issues.length,
        ]);
        for (const { message } of issues) said.add(message);
      }
    }
    expect([...said].filter((message) => raw.test(message))).toEqual([]);
    expect([...said].filter((message) => /documented form|not allowed|wrong (?:type|form)/.test(message))).toEqual([]);
    for (const sentence of [
      'must be two letters, such as CA',
      'must be 17 characters without I, O, Q',
      'must be a whole number from 1 to 100',
    ])
      expect(said).toContain(sentence);
  });

  it('every pattern has a description, and no description is unused', () => {
    const patterns = new Set(requestSchemas().flatMap(([, schema]) => within(schema).map(({ pattern }) => pattern)));
    const used = [...patterns].filter((pattern) => typeof pattern === 'string' && pattern !== shownPattern);
    expect(used.toSorted()).toEqual(Object.keys(patternWords).toSorted());
  });
});
