import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { intakeRequestSchema } from '../schemas.ts';
import { newEmail, newPhone, submit } from '../testing.ts';

const harness = useHarness();

const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 15 }).map((text) => `w${text.replaceAll('\0', '')}`);
const fresh = (make: () => string) => fc.constant(make).map((one) => one());

/** Valid bodies, with any of the optional members. */
const rightBodies = fc.record(
  {
    agent: fc.record(
      {
        name: words,
        platform: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,59}$/),
        version: words,
        operator_url: fc.webUrl(),
      },
      { requiredKeys: ['name', 'platform'] },
    ),
    customer: fc.record(
      { email: fresh(newEmail), phone: fresh(newPhone), first_name: words, last_name: words },
      { requiredKeys: ['email'] },
    ),
    consent: fc.record(
      {
        attestation: words.map((word) => `${word} asked me to submit this.`),
        attestor_name: words,
        notify_customer: fc.boolean(),
      },
      { requiredKeys: ['attestation'] },
    ),
    vehicle: fc.record(
      {
        vin: fc.stringMatching(/^[A-Z0-9]{11,17}$/),
        plate: fc.stringMatching(/^\S{1,12}$/),
        odometer: fc.nat(2_000_000),
      },
      { requiredKeys: [] },
    ),
    loss: fc.record(
      { date_of_loss: fc.constantFrom('2026-09-01', '2024-02-29'), loss_state: fc.constantFrom('CA', 'ZZ', '😀😀') },
      { requiredKeys: [] },
    ),
    offer: fc.record({ insurer: words, acv_offer: fc.double({ min: 0, max: 1e6, noNaN: true }) }, { requiredKeys: [] }),
    external_ref: words,
  },
  { requiredKeys: ['agent', 'customer', 'consent'] },
);

const objects = ['agent', 'customer', 'consent', 'vehicle', 'loss', 'offer'];
const names = Object.values(intakeRequestSchema.properties).flatMap((schema) =>
  'properties' in schema ? Object.keys(schema.properties) : [],
);

/** A change to a body: a member set to any value, or removed; the member may be an unknown one. */
const defects = fc.record({
  object: fc.constantFrom(...objects, undefined),
  name: fc.oneof(
    fc.constantFrom(...names, ...objects, 'external_ref'),
    fc.constantFrom('foo', '__proto__', 'constructor'),
  ),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(undefined, {}, [], { ['__proto__']: 1 }, '\ud800', '\0'),
  ),
});

type Loose = Record<string, unknown>;

const spoilt = fc.tuple(rightBodies, fc.array(defects, { maxLength: 3 })).map(([body, list]) =>
  list.reduce<Loose>((spoiling, { object, name, value }) => {
    if (object === undefined) return { ...spoiling, [name]: value };
    const inner = spoiling[object];
    return { ...spoiling, [object]: { ...(typeof inner === 'object' ? inner : {}), [name]: value } };
  }, body),
);

type Schema = { readonly properties?: Readonly<Record<string, Schema>> };

/** Members that the contract does not list, at any level. */
function unknownMembers(value: unknown, { properties }: Schema, path = ''): string[] {
  if (properties === undefined || value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined ? [`${path}${name}`] : unknownMembers(member, known, `${path}${name}.`);
  });
}

const contract = intakeRequestSchema as unknown as Schema;

async function check(body: Loose): Promise<number> {
  const { status, body: answer } = await submit(harness.current, body);
  expect([200, 201, 400]).toContain(status);
  if (status !== 400) {
    expect(unknownMembers(JSON.parse(JSON.stringify(body)), contract)).toEqual([]);
    return status;
  }
  expect(Object.keys(answer).toSorted()).toEqual(['code', 'error', 'issues']);
  expect(answer.code).toBe('invalid_request');
  expect(answer.issues.length).toBeGreaterThan(0);
  for (const issue of answer.issues) expect(issue).toEqual({ path: expect.any(String), message: expect.any(String) });
  return status;
}

describe('the response to any body', () => {
  const atOnce = 10;

  it('the answer to any body is one the contract lists, in its form, and an unknown member is never accepted', async () => {
    const seen: Record<number, number> = { 200: 0, 201: 0, 400: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(spoilt, { minLength: atOnce, maxLength: atOnce }), async (bodies) => {
        for (const status of await Promise.all(bodies.map(check))) seen[status]! += 1;
      }),
      { numRuns: runs({ always: 400, nightly: 50_000 }) / atOnce },
    );
    // A generator that reached only one kind of answer would prove nothing.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
  }, 3_600_000);
});
